import type { IncomingMessage } from 'node:http'
import { readChunk } from './chunk.ts'
import { post } from './post.ts'
import { sseReader } from './sse.ts'
import type { Target } from './target.ts'

/** One streamed answer as its client saw it. Times are milliseconds of `performance.now()`. */
export interface Exchange {
  readonly sentAt: number
  readonly endedAt: number
  /** When each visible chunk was read. */
  readonly arrivals: readonly number[]
  /** As the server counts; `null` when it doesn't say. */
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly failure: string | null
}

/** What to ask. */
export interface Question {
  readonly prompt: string
  readonly maxTokens: number
  /** Further fields of the request body. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Asks and reads the answer to its end. Never rejects: what goes wrong is the exchange's `failure`. */
export function converse(target: Target, question: Question): Promise<Exchange> {
  return new Promise((resolve) => {
    const arrivals: number[] = []
    const counts = { promptTokens: null as number | null, completionTokens: null as number | null }
    let failure: string | null = null
    let complete = false
    const sentAt = performance.now()
    const end = (problem: string | null) => {
      resolve({ sentAt, endedAt: performance.now(), arrivals, ...counts, failure: failure ?? problem })
    }

    const read = (data: string, at: number) => {
      if (data === '[DONE]') {
        complete = true
        return
      }
      const facts = readChunk(data)
      if (facts.visible) arrivals.push(at)
      counts.promptTokens = facts.promptTokens ?? counts.promptTokens
      counts.completionTokens = facts.completionTokens ?? counts.completionTokens
      failure ??= facts.failure
    }
    const hear = (response: IncomingMessage) => {
      const refusal: Buffer[] = []
      let now = 0
      const reader = sseReader((data) => read(data, now))
      response.on('data', (bytes: Buffer) => {
        now = performance.now()
        if (response.statusCode !== 200) refusal.push(bytes)
        else {
          try {
            reader.feed(bytes)
          } catch (error) {
            failure ??= `the stream is not JSON: ${String(error)}`
          }
        }
      })
      response.on('error', (error) => end(error.message))
      response.on('end', () => {
        if (response.statusCode !== 200) end(`HTTP ${response.statusCode}: ${Buffer.concat(refusal).toString()}`)
        else end(complete ? null : 'the stream ended without [DONE]')
      })
    }
    post(target, 'chat/completions', bodyOf(target.model, question), {
      response: hear,
      error: (error) => end(error.message),
    })
  })
}

function bodyOf(model: string, { prompt, maxTokens, extra }: Question): object {
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    max_tokens: maxTokens,
    temperature: 0,
    stream: true,
    stream_options: { include_usage: true },
    ...extra,
  }
}
