import { INFERBRIDGE_RESPONSES } from '../../contracts/responses.ts'
import type { ResponseEvent } from '../responses/event.ts'
import type { Item } from '../responses/item.ts'
import type { ResponseObject } from '../responses/response-object.ts'

/**
 * The response object with InferBridge's keys. It is never incomplete there: an answer that was cut is complete.
 * @param now in seconds since the Unix epoch
 */
export function putResponse(response: ResponseObject, asked: string, now: number): object {
  const { id, object, created_at, completed_at, output, error, usage, ...rest } = response
  const cut = response.status === 'incomplete'
  return {
    id,
    object,
    created_at,
    completed_at: cut ? now : completed_at,
    model: asked,
    output: output.map(putItem),
    status: cut ? 'completed' : response.status,
    error: error && { code: 'generation_error', message: error.message },
    incomplete_details: null,
    instructions: rest.instructions,
    max_output_tokens: rest.max_output_tokens,
    temperature: rest.temperature,
    top_p: rest.top_p,
    tool_choice: rest.tool_choice,
    tools: rest.tools,
    parallel_tool_calls: rest.parallel_tool_calls,
    text: { format: rest.text.format },
    usage: usage === undefined ? null : putUsage(usage),
  }
}

/**
 * The events of a response as InferBridge tells them: numbered anew, since some of OpenAI's are not among them; a
 * failure is an `error` before `response.failed`.
 */
export async function* putEvents(
  events: AsyncIterable<ResponseEvent>,
  asked: string,
  seconds: () => number,
): AsyncGenerator<object, void> {
  let sequence_number = INFERBRIDGE_RESPONSES.firstSequenceNumber
  for await (const event of events) {
    for (const told of putEvent(event, asked, seconds())) yield { ...told, sequence_number: sequence_number++ }
  }
}

function putEvent(event: ResponseEvent, asked: string, now: number): readonly object[] {
  const { sequence_number: _, ...told } = event
  switch (told.type) {
    case 'response.in_progress':
    case 'response.queued':
      return []
    case 'response.incomplete':
      return [{ type: 'response.completed', response: putResponse(told.response, asked, now) }]
    case 'response.failed': {
      const message = told.response.error?.message ?? ''
      return [putError(message), { type: told.type, response: putResponse(told.response, asked, now) }]
    }
    case 'error':
      return [putError(told.message)]
    case 'response.created':
    case 'response.completed':
      return [{ type: told.type, response: putResponse(told.response, asked, now) }]
    case 'response.output_item.added':
    case 'response.output_item.done':
      return [{ ...told, item: putItem(told.item) }]
    case 'response.content_part.added':
    case 'response.content_part.done':
      return [{ ...told, part: putPart(told.part) }]
    case 'response.output_text.delta':
    case 'response.output_text.done': {
      const { logprobs: __, ...text } = told
      return [text]
    }
    default:
      return [told]
  }
}

/** Whatever it was, it has this code. */
export function putError(message: string): object {
  return { type: 'error', code: 'generation_error', message, param: null }
}

/** A message or a call; what a limit cut is complete. */
function putItem(item: Item): object {
  const status = 'status' in item && item.status === 'incomplete' ? { status: 'completed' } : {}
  return item.type === 'message' ? { ...item, ...status, content: item.content.map(putPart) } : { ...item, ...status }
}

function putPart(part: object): object {
  const { logprobs: _, ...kept } = part as { readonly logprobs?: unknown }
  return kept
}

function putUsage(usage: NonNullable<ResponseObject['usage']>): object {
  return {
    input_tokens: usage.input_tokens,
    input_tokens_details: { cached_tokens: usage.input_tokens_details.cached_tokens },
    output_tokens: usage.output_tokens,
    output_tokens_details: usage.output_tokens_details,
    total_tokens: usage.total_tokens,
  }
}
