import { TrivetError } from '../core/errors.ts'
import type { Client } from './client.ts'

/** The least that can be asked of a chat model. */
export const HELLO = { messages: [{ role: 'user', content: 'a' }], max_tokens: 1 }

/** How servers refuse a model that they don't know, GenieX with 400. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404])

/**
 * Rejects with `model_not_found` when a server neither lists a model nor takes it for one where it is to be used: some
 * answer to more names than they list. Whatever else is wrong there is for the checks to tell.
 */
export async function refuseUnknown(client: Client, model: string, path: string, body: object): Promise<void> {
  try {
    const { json } = await client.get('/v1/models')
    const { data } = (json ?? {}) as { data?: readonly { id?: string }[] }
    if (!data || data.some(({ id }) => id === model)) return
    if ((await client.get(`/v1/models/${encodeURIComponent(model)}`)).status < 400) return
    if (!UNKNOWN.has((await client.post(path, { ...body, model })).status)) return
  } catch {
    return
  }
  throw new TrivetError('model_not_found', { model })
}
