import type { Answer, Client } from './client.ts'
import { CHAT } from './conversation.ts'
import { Skip } from './judge.ts'

/**
 * What a browser is told when the page of another site is about to chat. Throws a `Skip` where none may.
 * @param headers that the page would send
 */
export async function preflight(client: Client, headers: string): Promise<Answer> {
  const origin = 'https://page.example'
  const shown = await client.get('/v1/models', { origin })
  if (!shown.headers.has('access-control-allow-origin')) throw new Skip('no other sites are allowed here')
  const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': headers }
  return client.send('OPTIONS', CHAT, { headers: { origin, ...wanted } })
}
