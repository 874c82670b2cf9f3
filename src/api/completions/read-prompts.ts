import { TrivetError } from '../../core/errors.ts'
import type { EngineEvent, RankedToken } from '../../core/event.ts'
import type { EngineTask, Prompt } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { runToEnd } from '../run-to-end.ts'
import type { CompletionOrder } from './decode.ts'
import { promptFailure } from './failure.ts'

/** A prompt as it is echoed. */
export interface ReadPrompt {
  readonly text: string
  /** Tokens, BOS included where the model puts one. */
  readonly tokens: number
  /** Of each token that the client sent, when logprobs were asked for; else empty. */
  readonly logprobs: readonly ReadToken[]
}

/** A token of a prompt; its logprob is `null` where nothing came before it. */
export interface ReadToken extends Omit<RankedToken, 'id' | 'logprob'> {
  readonly logprob: number | null
  readonly top: readonly RankedToken[]
}

/** Reads the prompts without continuing them. Rejects with `context_length_exceeded`, or as the engine does. */
export async function readPrompts(
  open: OpenModel,
  order: CompletionOrder,
  signal: AbortSignal,
): Promise<readonly ReadPrompt[]> {
  const ids = await tokenize(open, order.prompts, signal)
  const limit = open.capabilities.contextTokens
  ids.forEach(({ length }, index) => {
    const report = { code: 'context_length_exceeded', details: { limit, prompt: length }, param: null } as const
    if (length > limit) throw promptFailure(order, index, report)
  })
  const texts = await detokenize(open, order.prompts, signal)
  const logprobs = order.logprobs === null ? null : await score(open, order, ids, signal)
  return order.prompts.map((_, index) => ({
    text: texts[index] ?? '',
    tokens: ids[index]?.length ?? 0,
    logprobs: logprobs?.[index] ?? [],
  }))
}

/** The token ids of those that are text, and of the others as they are. */
async function tokenize(open: OpenModel, prompts: readonly Prompt[], signal: AbortSignal) {
  return replaced<string, readonly number[]>(prompts, isText, async (texts) => {
    const tasks = texts.map((text): EngineTask => ({ kind: 'tokenize', text, addSpecial: true, parseSpecial: true }))
    return (await runToEnd(open, tasks, signal)).map((events) =>
      events.flatMap((event) => (event.type === 'tokens' ? event.ids : [])),
    )
  })
}

/** The text of those that are token ids, and of the others as it is. */
async function detokenize(open: OpenModel, prompts: readonly Prompt[], signal: AbortSignal) {
  return replaced<readonly number[], string>(prompts, isTokens, async (lists) => {
    const tasks = lists.map((tokens): EngineTask => ({ kind: 'detokenize', tokens }))
    return (await runToEnd(open, tasks, signal)).map(textOf)
  })
}

async function score(
  open: OpenModel,
  { prompts, logprobs }: CompletionOrder,
  ids: readonly (readonly number[])[],
  signal: AbortSignal,
): Promise<readonly (readonly ReadToken[])[]> {
  if (!open.capabilities.logits) {
    const details = { parameter: 'echo', where: `the model ${open.id} together with \`logprobs\``, neutral: 'false' }
    throw new TrivetError('unsupported_parameter', details, 'echo')
  }
  const top = logprobs ?? 0
  const rows = await runToEnd(
    open,
    ids.map((prompt): EngineTask => ({ kind: 'logits', prompt, from: 0, top: 1, logprobs: top })),
    signal,
  )
  const firsts = await detokenize(
    open,
    ids.map((prompt) => prompt.slice(0, 1)),
    signal,
  )
  return rows.map((events, index) => {
    const rest = events.flatMap((event) => (event.type === 'logits' && event.next ? [event.next] : []))
    const addedBos = open.model.addsBos && typeof prompts[index] === 'string'
    const first = { bytes: Buffer.from(firsts[index] ?? '').toString('base64'), logprob: null, top: [] }
    return addedBos ? rest : [first, ...rest]
  })
}

function textOf(events: readonly EngineEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
}

/** The items as they are, but for those of one kind, which `replace` turns into the other all at once. */
async function replaced<Kind, Other>(
  items: readonly (Kind | Other)[],
  isKind: (item: Kind | Other) => item is Kind,
  replace: (items: readonly Kind[]) => Promise<readonly Other[]>,
): Promise<readonly Other[]> {
  const own = items.filter(isKind)
  const others = own.length === 0 ? [] : [...(await replace(own))]
  return items.map((item) => (isKind(item) ? (others.shift() as Other) : (item as Other)))
}

function isText(prompt: Prompt): prompt is string {
  return typeof prompt === 'string'
}

function isTokens(prompt: Prompt): prompt is readonly number[] {
  return typeof prompt !== 'string'
}
