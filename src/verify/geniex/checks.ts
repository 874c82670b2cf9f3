import type { Check } from '../check.ts'
import { chatChecks } from './chat.ts'
import { chatErrorChecks } from './chat-errors.ts'
import { chatFieldChecks } from './chat-fields.ts'
import { completionChecks } from './completions.ts'
import { logitsChecks } from './logits.ts'
import { modelChecks } from './models.ts'
import { routingChecks } from './routing.ts'
import { streamingChecks } from './streaming.ts'

export const GENIEX_CHECKS: readonly Check[] = [
  ...routingChecks,
  ...modelChecks,
  ...chatChecks,
  ...streamingChecks,
  ...chatFieldChecks,
  ...chatErrorChecks,
  ...completionChecks,
  ...logitsChecks,
]
