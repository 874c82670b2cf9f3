import { apiUrl } from '../api/base.ts'
import { request, requestJson } from '../api/request.ts'
import { readEvents } from '../api/sse.ts'

/** Something that programs rely on. */
export interface Check {
  readonly name: string
  /** What was found, in words. Rejects with why it does not work. */
  readonly run: (model: string) => Promise<string>
}

const PATIENCE_MS = 10_000
const LOOK_MS = 100

const body = (model: string, fields: object) => ({
  model,
  messages: [{ role: 'user', content: 'Count to one hundred.' }],
  ...fields,
})

export const CHECKS: readonly Check[] = [
  {
    name: 'Models are listed',
    async run() {
      const { data } = await requestJson<{ data: readonly unknown[] }>('v1/models')
      return `${data.length} of them`
    },
  },
  {
    name: 'Chat answers',
    async run(model) {
      const { usage } = await requestJson<{ usage: { completion_tokens: number } }>('v1/chat/completions', {
        body: body(model, { max_tokens: 8 }),
      })
      return `${usage.completion_tokens} tokens`
    },
  },
  {
    name: 'Answers are streamed',
    async run(model) {
      const response = await request('v1/chat/completions', { body: body(model, { max_tokens: 8, stream: true }) })
      let pieces = 0
      for await (const _ of readEvents(streamOf(response))) pieces++
      return `in ${pieces} pieces`
    },
  },
  {
    name: 'Who leaves frees the model',
    async run(model) {
      const leaving = new AbortController()
      const wish = { max_tokens: 1000, stream: true, ignore_eos: true }
      const response = await request('v1/chat/completions', { body: body(model, wish), signal: leaving.signal })
      const { value } = await streamOf(response).getReader().read()
      if (value === undefined) throw new Error('The stream ended before it began.')
      leaving.abort()
      return `after ${await msUntilIdle(model)} ms`
    },
  },
  {
    name: 'Who may ask',
    async run() {
      const { status } = await fetch(apiUrl('v1/models'))
      if (status === 401) return 'only who has a key'
      return 'everyone who reaches this server'
    },
  },
]

function streamOf({ body: stream }: Response): ReadableStream<Uint8Array> {
  if (stream === null) throw new Error('The answer has no body.')
  return stream
}

async function msUntilIdle(model: string): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < PATIENCE_MS) {
    const { running } = await requestJson<{ running: number }>(`v1/models/${encodeURIComponent(model)}`)
    if (running === 0) return Math.round(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Error(`The model was still at work after ${PATIENCE_MS / 1000} s; others may be asking it.`)
}
