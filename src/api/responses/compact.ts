import type { ResponsesContract } from '../../contracts/responses.ts'
import { TrivetError } from '../../core/errors.ts'
import { answer } from '../answering/answer.ts'
import type { AnswerEnd } from '../answering/blocks.ts'
import { blocks } from '../answering/blocks.ts'
import { seal } from '../answering/sealed.ts'
import type { Services } from '../services.ts'
import { decodePrompt } from './decode.ts'
import { ITEM_PREFIXES, type Item } from './item.ts'
import type { CompactFields } from './request-schema.ts'
import { encodeUsage, type UsageFields } from './response-object.ts'

/** What the model is asked for. */
const INSTRUCTION =
  'Summarize the conversation so far for yourself, so that you can go on from the summary alone. Keep what was asked ' +
  'for, what was decided and done, names, numbers, file paths and open questions. Write the summary and nothing else.'

export interface CompactedFields {
  readonly id: string
  readonly object: 'response.compaction'
  readonly created_at: number
  readonly output: readonly Item[]
  readonly usage: UsageFields
}

/**
 * A shorter conversation to go on from: what the user said, and the model's own summary of everything, sealed. Rejects
 * as `answer` does.
 */
export async function compact(
  { scheduler, newId, clock }: Services,
  fields: CompactFields,
  context: readonly Item[],
  contract: ResponsesContract,
  signal: AbortSignal,
): Promise<CompactedFields> {
  const wish: Item = {
    id: newId(ITEM_PREFIXES.message),
    type: 'message',
    status: 'completed',
    role: 'user',
    content: [{ type: 'input_text', text: INSTRUCTION }],
  }
  const { model, instructions } = fields
  const { request } = decodePrompt({ model, instructions }, [...context, wish], contract)
  const { events } = await answer(scheduler, request, signal)
  let summary = ''
  let end: AnswerEnd | null = null
  for await (const event of blocks(events, 'input', signal)) {
    if (event.type === 'block-end' && event.block.kind === 'text') summary += event.text
    if (event.type === 'finish') end = event
  }
  if (end === null) throw new TrivetError('internal_error')
  return {
    id: newId('resp'),
    object: 'response.compaction',
    created_at: Math.floor(clock.now() / 1000),
    output: [
      ...context.filter((item) => item.type === 'message' && item.role === 'user'),
      { id: newId(ITEM_PREFIXES.compaction), type: 'compaction', encrypted_content: seal(summary) },
    ],
    usage: encodeUsage(end.usage),
  }
}
