import type { Capabilities, Parameter, Support } from '../../src/core/capability.ts'
import { type ErrorReport, TrivetError } from '../../src/core/errors.ts'
import type { EngineEvent, FinishReason } from '../../src/core/event.ts'
import { TEXT_ONLY } from '../../src/core/media.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineTask, GenerateTask } from '../../src/core/task.ts'
import type { Wish } from '../../src/core/wish.ts'
import type { FillInTokens } from '../../src/engine/driver.ts'
import { createMediaReader } from '../../src/media/reader.ts'
import type {
  LoadOrder,
  LoadOutlook,
  LoadReport,
  ModelState,
  ModelStatus,
  OpenModel,
  Scheduler,
  TaskStream,
} from '../../src/scheduler/scheduler.ts'
import { sideBySide } from '../../src/scheduler/side-by-side.ts'
import { PLAN } from './supervisor.ts'

/** What an engine would say to this task; it ends early when the signal aborts. */
export type Reply<Task = GenerateTask> = (task: Task, signal: AbortSignal) => AsyncIterable<EngineEvent>

/** Everything but answering. */
export type OtherTask = Exclude<EngineTask, GenerateTask>

export interface FakeModel {
  readonly id: string
  readonly reply: Reply
  readonly state?: ModelState
  readonly chatTemplate?: string | null
  readonly refused?: readonly Parameter[]
  /** What differs in its status. */
  readonly status?: Partial<ModelStatus>
  /** What differs from a model that only generates. */
  readonly capabilities?: Partial<Capabilities>
  readonly fillInTokens?: FillInTokens
  readonly nestedEmbeddings?: boolean
  readonly vocabularyTokens?: number
  /** To tasks that ask for something else than an answer. */
  readonly other?: Reply<OtherTask>
  /** Fields of requests that leave them out. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** The place in line of whoever comes. */
  readonly position?: number
  /** Settings that its engine passes over. */
  readonly unheeded?: readonly (keyof Placement)[]
  /** `open` rejects with this. */
  readonly openFailure?: TrivetError
  /** `open` and `load` wait for this. */
  readonly opening?: Promise<void>
}

/** Rejects when the signal aborts. */
function rejectedBy(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new TrivetError('request_cancelled')), { once: true })
  })
}

/** A scheduler without queue or engines: replies are scripted, and what was asked is kept. */
export class FakeScheduler implements Scheduler {
  readonly tasks: GenerateTask[] = []
  readonly otherTasks: OtherTask[] = []
  /** Wishes that models were opened with. */
  readonly wishes: Wish[] = []
  readonly orders: LoadOrder[] = []
  readonly unloaded: { readonly id: string; readonly deadlineMs: number | undefined }[] = []
  /** Tasks started and not over. */
  running = 0
  readonly #models: readonly FakeModel[]
  readonly #listeners = new Set<(status: ModelStatus) => void>()

  constructor(models: readonly FakeModel[]) {
    this.#models = models
  }

  models(): readonly ModelStatus[] {
    return this.#models.map((model) => ({ ...statusOf(model), running: this.running }))
  }

  model(id: string): ModelStatus {
    return { ...statusOf(this.#find(id)), running: this.running }
  }

  async look(id: string): Promise<ModelStatus> {
    return this.model(id)
  }

  async open(id: string, signal?: AbortSignal, wish: Wish = {}): Promise<OpenModel> {
    const model = this.#find(id)
    this.wishes.push(wish)
    if ((wish.contextTokens ?? 0) > TRAINED_TOKENS && !wish.contextCapped) {
      const details = {
        parameter: 'nctx',
        where: `the model ${id} beyond what it was trained for`,
        neutral: TRAINED_TOKENS,
      }
      throw new TrivetError('unsupported_parameter', details, 'nctx')
    }
    if (model.openFailure) throw model.openFailure
    await Promise.race([model.opening ?? null, rejectedBy(signal)])
    const { loaded } = statusOf({ ...model, state: 'ready' })
    const before = this.unloaded.length
    if (!loaded) throw new TrivetError('internal_error')
    return {
      id,
      ...loaded,
      fingerprint: 'fp_fake',
      readMedia: (attachment, signal) => readMedia(attachment, loaded.capabilities.media.audioRate, signal),
      unloaded: () => this.unloaded.slice(before).some((gone) => gone.id === id),
      position: () => model.position ?? 0,
      run: (tasks, signal) => this.#run(model, tasks, signal),
    }
  }

  async load(order: LoadOrder, signal?: AbortSignal): Promise<LoadReport> {
    const model = this.#find(order.id)
    if (model.openFailure) throw model.openFailure
    if (model.opening !== undefined) await unlessAborted(model.opening, signal)
    this.orders.push(order)
    const requestedInstances = order.instances ?? 1
    const failures = Array.from({ length: requestedInstances - 1 }, () => 'no room')
    return {
      status: this.model(order.id),
      requestedInstances,
      actualInstances: 1,
      failures,
      unheeded: model.unheeded ?? [],
    }
  }

  async outlook(order: LoadOrder): Promise<LoadOutlook> {
    const { footprint, settings } = this.model(order.id)
    const plan = settings.plan ?? PLAN
    const instances = order.instances ?? 1
    const accelerators = [{ device: 'CUDA0', freeBytes: null, neededBytes: 300 * instances }]
    const amounts = { freeBytes: 1_000, neededBytes: 700 * instances, accelerators }
    const { unheeded = [] } = this.#find(order.id)
    return {
      id: order.id,
      plan,
      instances,
      unheeded,
      footprint,
      ...amounts,
      fits: true,
      evicts: ['other'],
      waits: false,
    }
  }

  resize(id: string, instances: number): Promise<LoadReport> {
    return this.load({ id, instances })
  }

  async unload(id: string, deadlineMs?: number): Promise<void> {
    this.#find(id)
    this.unloaded.push({ id, deadlineMs })
  }

  /** Calls back when the test says `tell`. */
  onChange(listener: (status: ModelStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(id: string): void {
    for (const listener of this.#listeners) listener(this.model(id))
  }

  defaults(id: string): Readonly<Record<string, unknown>> {
    return this.#models.find((model) => model.id === id)?.defaults ?? {}
  }

  async drain(): Promise<void> {}

  #find(id: string): FakeModel {
    const found = this.#models.find((model) => model.id === id)
    if (!found) throw new TrivetError('model_not_found', { model: id }, 'model')
    return found
  }

  #run(model: FakeModel, tasks: readonly EngineTask[], signal: AbortSignal): TaskStream {
    return sideBySide(tasks, signal, (task, ending) => this.#counted(this.#reply(model, task, ending)))
  }

  #reply(model: FakeModel, task: EngineTask, signal: AbortSignal): AsyncIterable<EngineEvent> {
    if (task.kind === 'generate') {
      this.tasks.push(task)
      return model.reply(task, signal)
    }
    if (model.other === undefined) throw new Error(`the fake has no reply to ${task.kind}`)
    this.otherTasks.push(task)
    return model.other(task, signal)
  }

  async *#counted(events: AsyncIterable<EngineEvent>): AsyncGenerator<EngineEvent> {
    this.running++
    try {
      yield* events
    } finally {
      this.running--
    }
  }
}

export const CONTEXT_TOKENS = 1000
const TRAINED_TOKENS = 4 * CONTEXT_TOKENS

/** Says these pieces, a token each, as far as the task allows; a character of the prompt is a token too. */
export function says(...pieces: readonly string[]): Reply {
  return async function* (task, signal) {
    const promptTokens = task.prompt.length
    if (promptTokens >= CONTEXT_TOKENS) {
      yield failure({
        code: 'context_length_exceeded',
        details: { limit: CONTEXT_TOKENS, prompt: promptTokens },
        param: null,
      })
      return
    }
    yield progress(promptTokens)
    const said = pieces.slice(0, task.maxTokens ?? pieces.length)
    for (const text of said) {
      if (signal.aborted) return
      yield { type: 'text-delta', text, tokens: 1 }
    }
    yield { type: 'usage', promptTokens, completionTokens: said.length, cachedTokens: 0 }
    yield { type: 'finish', reason: said.length < pieces.length ? 'length' : 'stop' }
  }
}

/** Tells these events between the prompt's and the end's; a prompt's character is a token, some of them cached. */
export function tells(
  events: readonly EngineEvent[],
  { reason = 'stop', cached = 0 }: { reason?: FinishReason; cached?: number } = {},
): Reply {
  return async function* (task) {
    const promptTokens = task.prompt.length
    yield { type: 'prompt-progress', done: cached, total: promptTokens, cached }
    yield { type: 'prompt-progress', done: promptTokens, total: promptTokens, cached }
    yield* events
    const counted = events.filter((event) => 'tokens' in event)
    const tokens = (kept: readonly EngineEvent[]) =>
      kept.reduce((sum, event) => sum + ('tokens' in event ? event.tokens : 0), 0)
    const reasoningTokens = tokens(counted.filter((event) => event.type === 'reasoning-delta'))
    yield { type: 'usage', promptTokens, completionTokens: tokens(counted), cachedTokens: cached, reasoningTokens }
    yield { type: 'finish', reason }
  }
}

/** What a model that thinks, says something and calls a tool would tell, a token a piece. */
export function thinksAndCalls(
  name = 'get_weather',
  args: readonly string[] = ['{"city":', '"Paris"}'],
): EngineEvent[] {
  return [
    { type: 'reasoning-delta', text: 'They want', tokens: 1 },
    { type: 'reasoning-delta', text: ' the weather.', tokens: 1 },
    { type: 'text-delta', text: 'Let me ', tokens: 1 },
    { type: 'text-delta', text: 'look.', tokens: 1 },
    { type: 'tool-call-start', call: 0, id: 'call-1', name, tokens: 1 },
    ...args.map((text): EngineEvent => ({ type: 'tool-call-delta', call: 0, arguments: text, tokens: 1 })),
    { type: 'tool-call-end', call: 0, tokens: 1 },
  ]
}

/** Of a text, a character is a token. */
export const tokenizes: Reply<OtherTask> = async function* (task) {
  if (task.kind !== 'tokenize') throw new Error(`this fake only tokenizes; it was asked to ${task.kind}`)
  yield { type: 'tokens', ids: Array.from(task.text, (_, index) => index) }
  yield { type: 'finish', reason: 'stop' }
}

/** Says these pieces and then nothing more until it is aborted. */
export function hangsAfter(...pieces: readonly string[]): Reply {
  return async function* (task, signal) {
    yield progress(task.prompt.length)
    for (const text of pieces) yield { type: 'text-delta', text, tokens: 1 }
    await aborted(signal)
  }
}

/** Gives no sign of life until it is aborted, as in a queue. */
export const hangs: Reply = (_, signal) => ({
  [Symbol.asyncIterator]: () => ({
    next: () => aborted(signal).then(() => ({ done: true, value: undefined })),
  }),
})

/** Says these pieces, then fails. */
export function failsAfter(error: ErrorReport, ...pieces: readonly string[]): Reply {
  return async function* (task) {
    if (pieces.length > 0) yield progress(task.prompt.length)
    for (const text of pieces) yield { type: 'text-delta', text, tokens: 1 }
    yield failure(error)
  }
}

function progress(promptTokens: number): EngineEvent {
  return { type: 'prompt-progress', done: promptTokens, total: promptTokens, cached: 0 }
}

function failure(error: ErrorReport): EngineEvent {
  return { type: 'error', error }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Real but for the world outside: no folder may be read from, and no host be asked. */
const readMedia = createMediaReader({
  fileOf: () => null,
  hosts: [],
  fetch: () => Promise.reject(new Error('nobody fetches here')),
})

function statusOf(fake: FakeModel): ModelStatus {
  const { id, state = 'ready', chatTemplate = CHAT_TEMPLATE, refused = [] } = fake
  const names = [...Object.keys(NEUTRAL_SAMPLING), ...TASK_PARAMETERS] as Parameter[]
  const support = (name: Parameter): Support => (refused.includes(name) ? 'refused' : 'enforced')
  const parameters = Object.fromEntries(names.map((name) => [name, support(name)])) as Capabilities['parameters']
  const model = {
    chatTemplate,
    bosToken: '<s>',
    eosToken: '</s>',
    addsBos: true,
    description: 'fake 1M',
    parameters: 1_000_000,
    sizeBytes: 2_000_000,
    trainedContextTokens: TRAINED_TOKENS,
    vocabularyTokens: fake.vocabularyTokens ?? 32,
    engineVersion: 'fake-1',
    ...(fake.fillInTokens && { fillInTokens: fake.fillInTokens }),
    nestedEmbeddings: fake.nestedEmbeddings ?? false,
  }
  const capabilities: Capabilities = {
    generate: true,
    embeddingSize: null,
    rerank: false,
    logits: false,
    media: TEXT_ONLY,
    contextTokens: CONTEXT_TOKENS,
    slots: 4,
    parameters,
    ...fake.capabilities,
  }
  const instances = [{ state, reason: null, progress: 1, crashes: 0, running: 0, reported: null, at: null }]
  const footprint = {
    contextTokens: CONTEXT_TOKENS,
    trainedTokens: TRAINED_TOKENS,
    devices: [{ device: 'CPU', weights: 400, mapped: 300, kvCache: 200, compute: 50, runtime: 50 }],
  }
  const group = { state, reason: null, wanted: 1, instances, contextTokens: CONTEXT_TOKENS, slots: 4, footprint }
  return {
    id,
    path: `/models/${id}`,
    state,
    reason: state === 'failed' ? 'it would not load' : null,
    progress: state === 'ready' ? 1 : 0,
    created: 1_700_000_000,
    running: 0,
    waiting: 0,
    settings: {
      plan: null,
      placement: {},
      instances: 1,
      queueCapacity: 4,
      keepAliveMs: Number.POSITIVE_INFINITY,
      adapters: [],
      defaults: fake.defaults ?? {},
    },
    instances,
    groups: state === 'ready' ? [{ ...group, running: 0, waiting: 0, expiresMs: null }] : [],
    footprint,
    expiresMs: null,
    loaded: state === 'ready' ? { model, capabilities } : null,
    ...fake.status,
  }
}

const TASK_PARAMETERS: readonly Parameter[] = [
  'maxTokens',
  'minTokens',
  'ignoreEos',
  'logprobs',
  'constraint',
  'adapters',
  'speculation',
]

/** Simple, and strict enough to have something to refuse: it knows no messages without content. */
const CHAT_TEMPLATE =
  '{% for tool in tools or [] %}<tool>{{ tool.function.name }}{% endfor %}' +
  "{% for message in messages %}{% if message.content == 'UNSPEAKABLE' %}{{ raise_exception('I will not say that') }}{% endif %}" +
  '<{{ message.role }}>{{ message.content }}{% for call in message.tool_calls or [] %}({{ call.function.name }} {{ call.function.arguments | tojson }}){% endfor %}{% endfor %}<assistant>'

/** What comes of the wait, unless the signal aborts first: then its reason. */
function unlessAborted(wait: Promise<void>, signal?: AbortSignal): Promise<void> {
  const given = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  return Promise.race([wait, given])
}
