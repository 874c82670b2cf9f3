import type { ChatMessage } from '../../core/chat.ts'
import { asTrivetError, TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import { eventData } from '../../core/event-data.ts'
import { credentials } from '../credentials.ts'
import type { Answerer, AnswerWish } from './answerer.ts'

/** The parts of OpenAI's chunk that are read here. */
interface Chunk {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null; readonly reasoning_content?: string | null }
    readonly finish_reason?: string | null
  }[]
  readonly usage?: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly prompt_tokens_details?: { readonly cached_tokens?: number }
  } | null
  readonly error?: { readonly message?: string }
}

/** Answers from a running server's chat completions. `url` is its root, with or without `/v1`. */
export function remoteAnswerer(url: string, model: string, wish: AnswerWish): Answerer {
  const root = url.replace(/\/+$/, '').replace(/\/v1$/, '')
  return {
    answer: (messages, signal) => answer(root, requestFor(model, messages, wish), signal),
    close: async () => {},
  }
}

async function* answer(root: string, request: object, signal: AbortSignal): AsyncGenerator<EngineEvent> {
  const failed = (reason: string, cause?: unknown) =>
    new TrivetError('upstream_error', { url: root, reason }, null, { cause })
  const response = await fetch(`${root}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials() },
    body: JSON.stringify(request),
    signal,
  }).catch((error: unknown) => {
    throw failed('does not answer.', error)
  })
  if (!response.ok || response.body === null) throw failed(await refusalOf(response))
  try {
    for await (const data of eventData(response.body)) {
      if (data === '[DONE]') return
      const chunk = JSON.parse(data) as Chunk
      if (chunk.error) throw failed(`reports an error: ${chunk.error.message ?? data}`)
      yield* eventsOf(chunk)
    }
  } catch (error) {
    throw error instanceof TrivetError ? error : failed(`broke off: ${asTrivetError(error).message}`, error)
  }
  throw failed('broke off before the answer was complete.')
}

function requestFor(model: string, messages: readonly ChatMessage[], { sampling, maxTokens }: AnswerWish): object {
  const { temperature, topP, topK, seed } = sampling
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content: content.map((part) => part.text).join('') })),
    stream: true,
    stream_options: { include_usage: true },
    temperature,
    top_p: topP,
    top_k: topK,
    seed: seed ?? undefined,
    max_tokens: maxTokens ?? undefined,
  }
}

function* eventsOf({ choices, usage }: Chunk): Generator<EngineEvent> {
  const choice = choices?.[0]
  if (choice?.delta?.reasoning_content) {
    yield { type: 'reasoning-delta', text: choice.delta.reasoning_content, tokens: 1 }
  }
  // Chunks don't say how many tokens they carry; the usage at the end does.
  if (choice?.delta?.content) yield { type: 'text-delta', text: choice.delta.content, tokens: 1 }
  if (choice?.finish_reason) yield { type: 'finish', reason: choice.finish_reason === 'length' ? 'length' : 'stop' }
  if (usage) {
    yield {
      type: 'usage',
      promptTokens: usage.prompt_tokens,
      completionTokens: usage.completion_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    }
  }
}

async function refusalOf(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const { error } = JSON.parse(text) as Chunk
    return `answered ${response.status}: ${error?.message ?? text}`
  } catch {
    return `answered ${response.status}: ${text.slice(0, 200) || response.statusText}`
  }
}
