import type { Check } from '../check.ts'
import { chatChecks } from './chat.ts'
import { embeddingChecks } from './embeddings.ts'
import { errorChecks } from './errors.ts'
import { managementChecks } from './management.ts'
import { responsesChecks } from './responses.ts'

export const INFERBRIDGE_CHECKS: readonly Check[] = [
  ...chatChecks,
  ...responsesChecks,
  ...embeddingChecks,
  ...managementChecks,
  ...errorChecks,
]
