import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineEvent } from '../../../core/event.ts'
import type { DetokenizeTask, TokenizeTask } from '../../../core/task.ts'
import { unlike } from './chunks.ts'
import type { UpstreamClient } from './client.ts'
import { DIALECT } from './dialects.ts'
import type { RemoteModel } from './endpoint.ts'

const tokensSchema = z.object({ tokens: z.array(z.number()) })
const textSchema = z.object({
  prompt: z.string().optional(),
  content: z.string().optional(),
  text: z.string().optional(),
})

/** Text to ids and back, by the server's own routes. Rejects with `wrong_model_type` where it has none. */
export async function tokenEvents(
  task: TokenizeTask | DetokenizeTask,
  { id: model, dialect, endpoint: { url } }: RemoteModel,
  client: UpstreamClient,
  signal: AbortSignal,
): Promise<readonly EngineEvent[]> {
  const { tokens: routes } = DIALECT[dialect]
  if (routes === null) {
    const reason = `the server at ${url} does not tell how it cuts texts into tokens`
    throw new TrivetError('wrong_model_type', { model, reason }, 'model')
  }
  const { folder, text: textField, addSpecial, parseSpecial } = routes
  const finish: EngineEvent = { type: 'finish', reason: 'stop' }
  if (task.kind === 'tokenize') {
    const body = {
      model,
      [textField]: task.text,
      [addSpecial]: task.addSpecial,
      ...(parseSpecial !== null && { [parseSpecial]: task.parseSpecial }),
    }
    const told = await client.post(`${folder}tokenize`, body, signal)
    const answer = tokensSchema.safeParse(told).data
    if (answer === undefined) throw unlike(url, 'answers what are no tokens', told)
    return [{ type: 'tokens', ids: answer.tokens }, finish]
  }
  const told = await client.post(`${folder}detokenize`, { model, tokens: task.tokens }, signal)
  const { data } = textSchema.safeParse(told)
  const text = data?.prompt ?? data?.content ?? data?.text
  if (text === undefined) throw unlike(url, 'answers what is no text', told)
  return [{ type: 'text-delta', text, tokens: task.tokens.length }, finish]
}
