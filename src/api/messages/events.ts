import type { Block, BlockEnd, BlockEvent } from '../answering/blocks.ts'
import { type Envelope, emptyBlock, emptyMessage, encodeStop, encodeUsage, signatureOf } from './encode.ts'
import type { StreamEvent } from './response-schema.ts'

/** Anthropic's stream of a message. It starts when the prompt's size is known, which is before any text. */
export async function* messageEvents(
  envelope: Envelope,
  stops: readonly string[],
  answer: AsyncIterable<BlockEvent>,
): AsyncGenerator<StreamEvent, void> {
  for await (const event of answer) yield* encode(envelope, stops, event)
}

function encode(envelope: Envelope, stops: readonly string[], event: BlockEvent): readonly StreamEvent[] {
  switch (event.type) {
    case 'prompt': {
      const usage = encodeUsage({ ...event, completionTokens: 0 })
      return [{ type: 'message_start', message: emptyMessage(envelope, usage) }]
    }
    case 'prompt-progress':
      return []
    case 'block-start':
      return [{ type: 'content_block_start', index: event.index, content_block: emptyBlock(event.block) }]
    case 'block-delta':
      if (event.block.kind === 'reasoning' && envelope.sealsThinking) return []
      return [{ type: 'content_block_delta', index: event.index, delta: encodeDelta(event.block, event.text) }]
    case 'block-end':
      return [...signed(envelope, event), { type: 'content_block_stop', index: event.index }]
    case 'finish':
      return [
        { type: 'message_delta', delta: encodeStop(event, stops), usage: encodeUsage(event.usage) },
        { type: 'message_stop' },
      ]
  }
}

/** The signature of thinking comes when all of it is there. */
function signed(envelope: Envelope, { index, block, text }: BlockEnd): readonly StreamEvent[] {
  if (block.kind !== 'reasoning') return []
  const signature = signatureOf(text, envelope)
  return [{ type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } }]
}

function encodeDelta(block: Block, text: string): { readonly type: string; readonly [field: string]: string } {
  switch (block.kind) {
    case 'reasoning':
      return { type: 'thinking_delta', thinking: text }
    case 'text':
      return { type: 'text_delta', text }
    case 'tool-call':
      return { type: 'input_json_delta', partial_json: text }
  }
}
