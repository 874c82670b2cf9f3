import { chatLimitedBy } from '../conversation.ts'

export const COMPLETIONS = '/v1/completions'
export const LOGITS = '/v1/logits'
export const LIMIT = 'max_completion_tokens'

export const chat = chatLimitedBy(LIMIT)
