import { PLAIN_CHAT } from '../../../src/core/chat.ts'
import type { EngineEvent, Usage } from '../../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../../src/core/sampling.ts'
import type { EngineTask } from '../../../src/core/task.ts'
import type { EngineDriver, EngineInstance, LoadWatch, Plan } from '../../../src/engine/driver.ts'

/** How many tasks an instance of the subject works on at once. */
export function slotsOf({ slots = SLOTS }: Pick<ConformanceSubject, 'slots'>): number {
  return slots
}

/** A driver to put to the test, and files and prompts that show what it can do. */
export interface ConformanceSubject {
  readonly driver: EngineDriver
  /** Where it can't have as many as are asked for. */
  readonly slots?: number
  /** What `createRegistry` must be told to have this driver. */
  readonly registry?: object
  readonly models: {
    /** Generates, and tells logits; where the driver's models read only, makes embeddings. */
    readonly good: string
    /** Loading it fails, for a reason these words are part of. */
    readonly bad: { readonly path: string; readonly reason: string }
    /** Makes embeddings; left out: the driver has no such models. */
    readonly embedder?: string
    /** Scores pairs of texts; left out: the driver has no such models. */
    readonly reranker?: string
  }
  /** What its good model does. Default: it generates. */
  readonly does?: 'generate' | 'embed'
  /** Whether its engine takes conversations, and makes its own prompts of them. Default: it takes prompts. */
  readonly chats?: boolean
  /** Whether its good model, if it generates, tells logits. Default: true. */
  readonly tellsLogits?: boolean
  /** Bytes of its good model's weights. Default: those of the file. */
  readonly sizeBytes?: number
  readonly prompts: {
    /** Answered with at least four tokens. */
    readonly short: string
    /** Answered at once, but not to the end within a test's time. */
    readonly endless: string
    /** Longer than the context of `good`. */
    readonly tooLong: string
  }
}

export const MODEL_ID = 'test/model'
const SLOTS = 2
export const NEVER = new AbortController().signal

export async function planFor({ driver }: ConformanceSubject, path: string): Promise<Plan> {
  const facts = await driver.recognise(path)
  if (facts === null) throw new Error(`${path} is not recognised`)
  return driver.plan(MODEL_ID, facts, { slots: SLOTS, threads: 1 }, { cores: 1 })
}

/** Loads a model, the good one unless told otherwise. */
export async function start(
  subject: ConformanceSubject,
  path = subject.models.good,
  watch: Partial<LoadWatch> = {},
): Promise<EngineInstance> {
  return subject.driver.start(await planFor(subject, path), { signal: NEVER, onProgress() {}, ...watch })
}

export function generate(prompt: string, maxTokens: number | null): EngineTask {
  return { kind: 'generate', prompt, sampling: GREEDY, maxTokens }
}

/** Such a task as the subject's engine takes. */
export function answerTo({ chats = false }: ConformanceSubject, prompt: string, maxTokens: number | null): EngineTask {
  if (!chats) return generate(prompt, maxTokens)
  const messages = [{ role: 'user', content: [{ type: 'text', text: prompt }] }] as const
  return { kind: 'chat', request: { ...PLAIN_CHAT, model: MODEL_ID, messages, sampling: GREEDY, maxTokens } }
}

const GREEDY = { ...NEUTRAL_SAMPLING, temperature: 0 }

/** Work on a text, whatever the subject's models do. */
export function taskOn(subject: ConformanceSubject, text: string): EngineTask {
  if ((subject.does ?? 'generate') === 'generate') return answerTo(subject, text, 2)
  return { kind: 'embed', inputs: [text], normalize: true }
}

/** Work that says something at once, and does not come to its end within a test's time. */
export function endless(subject: ConformanceSubject): EngineTask {
  const { does = 'generate', prompts } = subject
  if (does === 'generate') return answerTo(subject, prompts.endless, null)
  return { kind: 'embed', inputs: Array.from({ length: ENDLESS_TEXTS }, () => prompts.endless), normalize: true }
}

const ENDLESS_TEXTS = 2000

/** Whether an event is part of what was asked for. */
export function isOutput({ type }: EngineEvent): boolean {
  return type === 'text-delta' || type === 'embedding'
}

export async function collect(events: AsyncIterable<EngineEvent>): Promise<EngineEvent[]> {
  const all: EngineEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

export function textOf(events: readonly EngineEvent[]): string {
  return events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
}

/** Generated tokens, as the deltas count them. */
export function tokensOf(events: readonly EngineEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'text-delta' ? event.tokens : 0), 0)
}

export function usageOf(events: readonly EngineEvent[]): Usage {
  const usage = events.find((event) => event.type === 'usage')
  if (usage === undefined) throw new Error(`no usage among ${JSON.stringify(events)}`)
  return usage
}
