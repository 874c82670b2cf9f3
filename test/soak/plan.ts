import { anthropic, nothing, ollama, openAi, type ReadTokens, responses } from './tokens.ts'

/** Models of the soak: one that nothing happens to, one whose engine is killed, one that embeds. */
export const STEADY = 'steady'
export const SHAKY = 'shaky'
export const EMBEDDER = 'embedder'

/** When a client leaves: after so many milliseconds, or at the first bytes of its answer. */
export type Leaving = { readonly afterMs: number } | 'at-first-bytes'

/** One request, decided before anything is sent. */
export interface Planned {
  readonly path: string
  /** `null`: it is a GET. */
  readonly body: string | null
  /** Whose key it comes with: one that does everything right, one that does anything, one that may do little. */
  readonly as: 'polite' | 'rude' | 'limited'
  readonly leaves: Leaving | null
  /** What the answer says it cost; `null`: it costs nothing. */
  readonly tokens: ReadTokens | null
}

type Random = () => number

interface Kind {
  readonly path: string
  body(random: Random, model: string, stream: boolean): object
  readonly streams: boolean
  readonly tokens: ReadTokens | null
  /** Default: the one that writes. */
  readonly model?: string
}

/** @param random numbers in [0, 1) */
export function planned(random: Random): Planned {
  const as = pick(random, ['polite', 'polite', 'rude', 'rude', 'rude', 'limited'] as const)
  if (as !== 'polite' && random() < 0.2) return { ...pick(random, WRONG), as, leaves: null, tokens: null }
  const kind = pick(random, KINDS)
  const model = kind.model ?? (as === 'polite' ? STEADY : pick(random, [STEADY, SHAKY]))
  const body = JSON.stringify(kind.body(random, model, kind.streams && random() < 0.5))
  const leaves = as === 'polite' || random() < 0.5 ? null : leaving(random)
  return { path: kind.path, body, as, leaves, tokens: kind.tokens }
}

function leaving(random: Random): Leaving {
  return random() < 0.5 ? 'at-first-bytes' : { afterMs: Math.floor(random() * 30) }
}

function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

const SUBJECTS = ['Who are you?', 'What is the weather in Paris?', 'Hello!', 'Count to five.', 'ü€😀 '] as const
const words = (random: Random): string => `${pick(random, SUBJECTS)} ${Math.floor(random() * 50)}`
const few = (random: Random): number => 1 + Math.floor(random() * 12)
const TOOL = { name: 'get_weather', description: 'Get the weather of a city' }
const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const message = (random: Random) => ({ role: 'user', content: words(random) })

/** Fields of an answer that is streamed as OpenAI's older APIs do it, where usage comes only when it is asked for. */
const openAiStream = (stream: boolean) => stream && { stream, stream_options: { include_usage: true } }

const chat = (more: (random: Random) => object, streams = true): Kind => ({
  path: '/v1/chat/completions',
  streams,
  tokens: openAi,
  body: (random, model, stream) => ({
    model,
    messages: [message(random)],
    ...more(random),
    ...openAiStream(stream),
  }),
})

const KINDS: readonly [Kind, ...Kind[]] = [
  chat((random) => ({ max_tokens: few(random), seed: 1 })),
  chat((random) => ({
    tools: [{ type: 'function', function: { ...TOOL, parameters: CITY } }],
    tool_choice: pick(random, ['auto', 'required', 'none'] as const),
    max_tokens: 20,
  })),
  chat(() => ({ response_format: { type: 'json_object' }, n: 2, max_tokens: 16 }), false),
  {
    path: '/v1/completions',
    streams: true,
    tokens: openAi,
    body: (random, model, stream) => ({
      model,
      prompt: random() < 0.3 ? [words(random), words(random)] : words(random),
      max_tokens: few(random),
      ...openAiStream(stream),
    }),
  },
  {
    path: '/v1/responses',
    streams: true,
    tokens: responses,
    body: (random, model, stream) => ({
      model,
      input: words(random),
      max_output_tokens: 16,
      store: random() < 0.5,
      stream,
    }),
  },
  {
    path: '/v1/messages',
    streams: true,
    tokens: anthropic,
    body: (random, model, stream) => ({
      model,
      messages: [message(random)],
      tools: [{ ...TOOL, input_schema: CITY }],
      max_tokens: few(random),
      stream,
    }),
  },
  {
    path: '/api/chat',
    streams: true,
    tokens: ollama,
    body: (random, model, stream) => ({
      model,
      messages: [message(random)],
      options: { num_predict: few(random) },
      stream,
    }),
  },
  {
    path: '/api/generate',
    streams: true,
    tokens: ollama,
    body: (random, model, stream) => ({ model, prompt: words(random), options: { num_predict: few(random) }, stream }),
  },
  {
    path: '/v1/embeddings',
    streams: false,
    tokens: openAi,
    model: EMBEDDER,
    body: (random, model) => ({ model, input: [words(random), words(random)] }),
  },
  {
    path: '/v1/tokenize',
    streams: false,
    tokens: nothing,
    body: (random, model) => ({ model, prompt: words(random) }),
  },
]

const WRONG: readonly [Pick<Planned, 'path' | 'body'>, ...Pick<Planned, 'path' | 'body'>[]] = [
  { path: '/v1/chat/completions', body: '{"model":' },
  { path: '/v1/chat/completions', body: '{"model":"nobody","messages":[{"role":"user","content":"x"}]}' },
  { path: '/v1/chat/completions', body: `{"model":"${STEADY}","messages":[]}` },
  { path: '/v1/chat/completions', body: `{"model":"${STEADY}","messages":[{"role":"user","content":"x"}],"top_p":9}` },
  { path: '/v1/embeddings', body: `{"model":"${STEADY}","input":""}` },
  { path: '/v1/messages', body: `{"model":"${SHAKY}"}` },
  { path: '/api/generate', body: '[]' },
  { path: '/v1/responses/resp_nobody', body: null },
  { path: '/v1/nowhere', body: null },
  { path: '/v1/models', body: null },
  { path: '/v1/models', body: '{}' },
]
