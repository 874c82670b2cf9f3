import type { Check } from '../check.ts'
import { chatChecks } from './chat.ts'
import { embeddingChecks } from './embeddings.ts'
import { errorChecks } from './errors.ts'
import { loadingChecks } from './loading.ts'
import { managementChecks } from './management.ts'
import { responsesChecks } from './responses.ts'

export const INFERBRIDGE_CHECKS: readonly Check[] = [
  ...loadingChecks,
  ...chatChecks,
  ...responsesChecks,
  ...embeddingChecks,
  ...managementChecks,
  ...errorChecks,
]
