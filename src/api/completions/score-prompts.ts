import { TrivetError } from '../../core/errors.ts'
import type { RankedToken } from '../../core/event.ts'
import type { Prompt } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { runToEnd } from '../answering/run-to-end.ts'
import { textsOf } from '../tokens/token-ids.ts'

/** A token of a prompt; its logprob is `null` where nothing came before it. */
export interface ReadToken extends Pick<RankedToken, 'bytes'> {
  readonly logprob: number | null
  readonly top: readonly RankedToken[]
}

/**
 * How likely the model finds each token of its prompts, and so many alternatives; a BOS that no client sent is left
 * out. Rejects with `unsupported_parameter` when the model tells no logits.
 * @param ids the prompts as tokens
 */
export async function scorePrompts(
  open: OpenModel,
  prompts: readonly Prompt[],
  ids: readonly (readonly number[])[],
  alternatives: number,
  signal: AbortSignal,
): Promise<readonly (readonly ReadToken[])[]> {
  if (!open.capabilities.logits) {
    const details = { parameter: 'echo', where: `the model ${open.id} together with \`logprobs\``, neutral: 'false' }
    throw new TrivetError('unsupported_parameter', details, 'echo')
  }
  // The rows themselves are of no use here, only what each says of the token after it.
  const tasks = ids.map((prompt) => ({ kind: 'logits', prompt, from: 0, top: 1, logprobs: alternatives }) as const)
  const said = await runToEnd(open, tasks, signal)
  const beginnings = ids.map((prompt) => prompt.slice(0, 1))
  const firsts = await textsOf(open, beginnings, signal)
  return said.map((events, index) => {
    const rest = events.flatMap((event) => (event.type === 'logits' && event.next ? [event.next] : []))
    const first = { bytes: Buffer.from(firsts[index] ?? '').toString('base64'), logprob: null, top: [] }
    const addedBos = open.model.addsBos && typeof prompts[index] === 'string'
    return addedBos ? rest : [first, ...rest]
  })
}
