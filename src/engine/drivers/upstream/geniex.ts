import { TrivetError } from '../../../core/errors.ts'
import type { UpstreamClient } from './client.ts'
import type { RemoteModel } from './endpoint.ts'
import { refuse } from './parameters.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * GenieX's server, asked as OpenAI's API is. Fields that it has under other names are renamed; those that it would pass
 * over in silence are refused, or left to whoever reads the answer (`stop`).
 */
export function geniexClient(
  client: UpstreamClient,
  { contextTokens }: Pick<RemoteModel, 'contextTokens'>,
): UpstreamClient {
  // Without a limit, chats end at 2048 tokens there, and plain completions at 16.
  const limited = { ...(contextTokens !== null && { max_tokens: contextTokens }) }
  const bodies: Readonly<Record<string, (body: Fields) => Fields>> = {
    'chat/completions': (body) => geniexChat({ ...limited, ...body }),
    completions: (body) => ({ ...limited, ...greedily(body) }),
  }
  let running = 0
  return {
    ...client,
    // It does one thing at a time, and lists nothing meanwhile: that it answers is told by the answer.
    get: async (path, signal) => (running > 0 ? {} : client.get(path, signal)),
    async *stream(path, body, signal) {
      running++
      try {
        for await (const value of client.stream(path, bodies[path]?.(body as Fields) ?? body, signal)) {
          if (TOO_LONG.includes(Number((value as Fields).code))) throw tooLong(contextTokens)
          yield value
        }
      } catch (thrown) {
        const told = thrown instanceof TrivetError && /longer than the model's context window/.test(thrown.message)
        throw told ? tooLong(contextTokens) : thrown
      } finally {
        running--
      }
    },
  }
}

/** Its codes of prompts that are too long, once a stream has begun. */
const TOO_LONG = [-200004, -200103]

/** It does not say how many tokens they are. */
function tooLong(limit: number | null): TrivetError {
  return new TrivetError('context_length_exceeded', { limit: limit ?? 'fewer', prompt: 'more' })
}

/** The body of a chat. Throws `unsupported_parameter`. */
export function geniexChat(given: Fields): Fields {
  const { max_tokens: limit, chat_template_kwargs: variables = {}, stop: _, tools, ...more } = greedily(given)
  const { tool_choice: choice = 'auto', parallel_tool_calls: parallel, reasoning_effort: effort, ...body } = more
  const { enable_thinking: thinks, ...unknown } = variables as Fields
  const model = String(body.model)
  const [variable = effort === undefined ? undefined : 'reasoning_effort'] = Object.keys(unknown)
  if (variable !== undefined) return refuse(model, variable, 'null')
  if (parallel === false) return refuse(model, 'parallel_tool_calls', 'true')
  if (choice !== 'auto' && choice !== 'none') return refuse(model, 'tool_choice', '"auto"')
  return {
    ...body,
    ...(tools !== undefined && choice === 'auto' && { tools }),
    ...(limit !== undefined && { max_completion_tokens: limit }),
    ...(thinks !== undefined && { enable_think: thinks }),
  }
}

/** Takes the likeliest token always: a temperature of 0 is its own default. */
const GREEDY = -1

function greedily(body: Fields): Fields {
  return body.temperature === 0 ? { ...body, temperature: GREEDY } : body
}
