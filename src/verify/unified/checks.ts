import type { Check } from '../check.ts'
import { chatChecks } from './chat.ts'
import { embeddingChecks } from './embeddings.ts'
import { errorChecks } from './errors.ts'
import { extraChecks } from './extras.ts'
import { formatChecks } from './formats.ts'
import { modelChecks } from './models.ts'
import { programChecks } from './programs.ts'
import { streamingChecks } from './streaming.ts'
import { textChecks } from './texts.ts'
import { toolChecks } from './tools.ts'

/** OpenAI's form, which any compatible server keeps; and what the products have beside it. */
export const UNIFIED_CHECKS: readonly Check[] = [
  ...modelChecks,
  ...chatChecks,
  ...streamingChecks,
  ...toolChecks,
  ...formatChecks,
  ...errorChecks,
  ...textChecks,
  ...embeddingChecks,
  ...programChecks,
  ...extraChecks,
]
