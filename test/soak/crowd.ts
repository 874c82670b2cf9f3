import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { Planned } from './plan.ts'
import type { Tokens } from './tokens.ts'

/** What became of a request, as its client saw it. */
export interface Outcome {
  readonly id: string
  readonly as: Planned['as']
  /** `null`: it left before it had one. */
  readonly status: number | null
  /** Left before the answer was whole. */
  readonly left: boolean
  /** Of an error; of a stream too. */
  readonly code: string | null
  readonly tokens: Tokens | null
}

export interface CrowdOptions {
  readonly url: string
  readonly keys: Readonly<Record<Planned['as'], string>>
  /** Clients that ask at once. */
  readonly clients: number
  /** Called when so many are over. */
  readonly onProgress?: (over: number) => void | Promise<void>
}

/** Sends every request, several at a time; the n-th has the id `soak-n`. Resolves when all are over and all connections closed. */
export async function send(plans: readonly Planned[], first: number, options: CrowdOptions): Promise<Outcome[]> {
  const agent = new Agent()
  const outcomes: Outcome[] = []
  let next = 0
  const client = async () => {
    for (let index = next++; index < plans.length; index = next++) {
      const plan = plans[index]
      if (plan === undefined) return
      outcomes.push(await ask(plan, `soak-${first + index}`, agent, options))
      await options.onProgress?.(outcomes.length)
    }
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  await agent.destroy()
  return outcomes
}

async function ask(plan: Planned, id: string, dispatcher: Agent, { url, keys }: CrowdOptions): Promise<Outcome> {
  const { path, body, as, leaves } = plan
  const leaving = new AbortController()
  let status: number | null = null
  let text = ''
  try {
    const pending = fetch(url + path, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': keys[as], 'x-request-id': id },
      body,
      dispatcher,
      signal: leaving.signal,
    })
    if (leaves !== null && leaves !== 'at-first-bytes') {
      void pause(leaves.afterMs).then(() => leaving.abort())
    }
    const response = await pending
    status = response.status
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true })
      if (leaves === 'at-first-bytes') leaving.abort()
    }
  } catch (error) {
    if (!leaving.signal.aborted) throw new Error(`${id}, ${path}: ${status} ${text.slice(0, 300)}`, { cause: error })
    return { id, as, status, left: true, code: null, tokens: null }
  }
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? null
  const whole = status === 200 && code === null
  return { id, as, status, left: false, code, tokens: whole ? (plan.tokens?.(text) ?? null) : null }
}
