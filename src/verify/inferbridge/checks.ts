import type { Check } from '../check.ts'
import { benchmarkChecks } from './benchmarks.ts'
import { chatChecks } from './chat.ts'
import { clientChecks } from './clients.ts'
import { embeddingChecks } from './embeddings.ts'
import { errorChecks } from './errors.ts'
import { loadingChecks } from './loading.ts'
import { localUiChecks } from './local-ui.ts'
import { managementChecks } from './management.ts'
import { responsesChecks } from './responses.ts'

export const INFERBRIDGE_CHECKS: readonly Check[] = [
  ...loadingChecks,
  ...chatChecks,
  ...responsesChecks,
  ...embeddingChecks,
  ...clientChecks,
  ...managementChecks,
  ...benchmarkChecks,
  ...localUiChecks,
  ...errorChecks,
]
