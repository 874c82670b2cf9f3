import type { Check } from '../check.ts'
import { chatChecks } from './chat.ts'
import { embeddingChecks } from './embeddings.ts'
import { errorChecks } from './errors.ts'
import { modelChecks } from './models.ts'
import { serverChecks } from './server.ts'

export const LLAMAPI_CHECKS: readonly Check[] = [
  ...serverChecks,
  ...modelChecks,
  ...chatChecks,
  ...embeddingChecks,
  ...errorChecks,
]
