import type { Capabilities } from '../core/capability.ts'
import type { EngineEvent } from '../core/event.ts'
import type { Attachment, Media } from '../core/media.ts'
import type { Placement } from '../core/placement.ts'
import type { PlatformName } from '../core/platforms.ts'
import type { Adapter, EngineTask } from '../core/task.ts'
import type { Wish } from '../core/wish.ts'
import type { Footprint, LoadedModel, Plan } from '../engine/driver.ts'
import type { InstanceStatus } from '../group/status.ts'

/** What the APIs ask of everything below them. */
export interface Scheduler {
  /** Every model that can be asked for: configured ones first, in the order given, whatever their state. */
  models(): readonly ModelStatus[]
  /** By id or by whatever else its source knows it. Throws `model_not_found`. */
  model(id: string): ModelStatus
  /**
   * As `model`, for whoever is about to open it; loads nothing. A name that isn't known is looked for where models come
   * from before it is refused.
   */
  look(id: string): Promise<ModelStatus>
  /**
   * The model, loaded: loads it first when needed, once for however many ask at the same time, evicting others that
   * are idle. With a wish that what is loaded doesn't meet, another group of the model does, and stays for a while.
   * Rejects with `model_not_found`, `model_load_failed`, `driver_unavailable`, `engine_unavailable`, `out_of_memory`,
   * `shutting_down` or `request_cancelled`.
   */
  open(id: string, signal: AbortSignal, wish?: Wish): Promise<OpenModel>
  /**
   * Sets a model up and loads it. One that is loaded otherwise goes on answering until the new one does; with the same
   * settings its number of instances is changed. Resolves when at least one instance answers; rejects as `open`, or
   * with `load_refused` for settings that can't be met, `model_conflict` for an id that is another file's. When `signal` aborts, what it began is undone.
   */
  load(order: LoadOrder, signal?: AbortSignal): Promise<LoadReport>
  /** What `load` would do, done by nobody. Rejects as `load` where that is known before. */
  outlook(order: LoadOrder): Promise<LoadOutlook>
  /** Another number of instances. Nothing that runs or waits is dropped. Rejects with `model_not_loaded` or as `open`. */
  resize(id: string, instances: number): Promise<LoadReport>
  /**
   * Lets whoever is there finish, for `deadlineMs` at most, and ends the instances. What orders set is forgotten: later
   * requests load it anew, as it is configured.
   * Rejects with `model_not_found`, or with `model_not_loaded` where there is nothing to forget either.
   */
  unload(id: string, deadlineMs?: number): Promise<void>
  /** See `ModelSettings.defaults`; none of a model that nobody knows. */
  defaults(id: string): Readonly<Record<string, unknown>>
  /** Calls back when a model's status is another, but for its counts; the returned function ends that. */
  onChange(listener: (status: ModelStatus) => void): () => void
  /** Refuses new work, lets running requests finish until `deadlineMs`, then ends every engine. */
  drain(deadlineMs: number): Promise<void>
}

/** A model to serve. */
export interface ModelEntry {
  readonly id: string
  readonly path: string
  readonly placement: Placement
  /** A Jinja file to use instead of the model's own chat template. */
  readonly chatTemplatePath?: string
  /** How long it stays loaded with nothing to do; `Infinity`: for good. */
  readonly keepAliveMs: number
  /** The runtime that it goes to, where its files would do for several. Default: as they say. */
  readonly platform?: PlatformName
  /** Instances loaded when it is wanted. Default: 1. */
  readonly instances?: number
  /** As many as there can be at the moment, where that changes by itself. */
  readonly follows?: () => number
  /** Requests that may wait for it. Default: as for each. */
  readonly queueCapacity?: number
  /** Whether other servers that have a model of this name answer beside this machine. Default: they don't. */
  readonly withUpstreams?: boolean
  /** What another server says of a model that is its own. */
  readonly origin?: { readonly owner: string | null; readonly created: number | null }
}

/** Where models come from that nobody configured. */
export interface ModelSource {
  entries(): readonly ModelEntry[]
  /** By id, alias or looser spelling. Throws `model_not_found` or `model_ambiguous`. */
  find(name: string): ModelEntry
  /** As `find`; a name that isn't known is looked for where models come from before it is refused. */
  look(name: string): Promise<ModelEntry>
}

/** How a model is to be loaded; what is left out stays as it is set up. */
export interface LoadOrder {
  readonly id: string
  /** Of a model that is to be known by this id from now on. */
  readonly path?: string | undefined
  readonly placement?: Placement | undefined
  /** Of its placement, what is to be as configured again, whatever was ordered before. */
  readonly reset?: readonly (keyof Placement)[] | undefined
  /** Default: as many as there are, or 1. `null`, here and below: as configured again. */
  readonly instances?: number | null | undefined
  /** Requests that may wait. */
  readonly queueCapacity?: number | null | undefined
  readonly keepAliveMs?: number | null | undefined
  /** See `ModelSettings.adapters`. */
  readonly adapters?: readonly Adapter[] | undefined
  /** See `ModelSettings.defaults`. */
  readonly defaults?: Readonly<Record<string, unknown>> | null | undefined
}

export interface LoadReport {
  readonly status: ModelStatus
  readonly requestedInstances: number
  /** Able to answer now. */
  readonly actualInstances: number
  /** Why each of the others is not, in words. */
  readonly failures: readonly string[]
  /** Settings of the order that have no effect on this model, or another than was asked for. */
  readonly unheeded: readonly (keyof Placement)[]
}

export interface LoadOutlook {
  readonly id: string
  readonly plan: Plan
  readonly instances: number
  /** As `LoadReport.unheeded`. */
  readonly unheeded: readonly (keyof Placement)[]
  /** Of one instance; `null`: it can't be told. */
  readonly footprint: Footprint | null
  /** Bytes of the machine's memory that are free for models now. */
  readonly freeBytes: number
  readonly neededBytes: number
  /** The same of accelerators that have memory of their own; `freeBytes` is `null` where nobody knows. */
  readonly accelerators: readonly {
    readonly device: string
    readonly freeBytes: number | null
    readonly neededBytes: number
  }[]
  readonly fits: boolean
  /** Ids of the models that would be unloaded for it. */
  readonly evicts: readonly string[]
  /** Some of them have work, which would be finished first. */
  readonly waits: boolean
}

export type ModelState = 'stopped' | 'starting' | 'ready' | 'draining' | 'stopping' | 'failed'

export interface ModelStatus {
  readonly id: string
  readonly path: string
  readonly state: ModelState
  /** Why, when `failed`. */
  readonly reason: string | null
  /** 0 to 1 while loading; 1 when ready; 0 otherwise. */
  readonly progress: number
  /** Seconds since the Unix epoch: the modification time of the file as it was loaded, or is while it never was; of another server's, what that says. */
  readonly created: number
  /** Who has it, of another server's model, as far as that says; `null`: it doesn't. Absent: this machine. */
  readonly owner?: string | null
  /** Requests running and waiting. */
  readonly running: number
  readonly waiting: number
  /** Present once it has been loaded. */
  readonly loaded: { readonly model: LoadedModel; readonly capabilities: Capabilities } | null
  readonly settings: ModelSettings
  /** Of all groups. */
  readonly instances: readonly InstanceStatus[]
  /** Its loads that are there, are coming or are going: its own first, then those that requests wanted otherwise. */
  readonly groups: readonly LoadedGroup[]
  /** Of one instance, as estimated; `null`: unknown, or never planned. */
  readonly footprint: Footprint | null
  /** When it will be unloaded if nothing comes, in milliseconds since the Unix epoch; `null`: not by itself. */
  readonly expiresMs: number | null
}

/** One load of a model: what holds memory, and the work that it has. */
export interface LoadedGroup {
  readonly state: ModelState
  /** Why, when `failed`. */
  readonly reason: string | null
  /** Instances wanted; fewer may be there. */
  readonly wanted: number
  readonly instances: readonly InstanceStatus[]
  /** Tokens one request may span; `null`: nobody knows yet. */
  readonly contextTokens: number | null
  /** Of one instance. */
  readonly slots: number | null
  /** Of one instance, as estimated; `null`: unknown. */
  readonly footprint: Footprint | null
  /** Requests running and waiting. */
  readonly running: number
  readonly waiting: number
  /** As `ModelStatus.expiresMs`. */
  readonly expiresMs: number | null
}

/** A model's settings as they are in effect. */
export interface ModelSettings {
  /** `null`: it was never planned. */
  readonly plan: Plan | null
  readonly placement: Placement
  /** Instances wanted. */
  readonly instances: number
  readonly queueCapacity: number
  readonly keepAliveMs: number
  /** LoRA adapters of every answer whose request names none. */
  readonly adapters: readonly Adapter[]
  /** Fields of a request, as clients write them, that stand for those it leaves out. */
  readonly defaults: Readonly<Record<string, unknown>>
}

/** A loaded model that takes work. */
export interface OpenModel {
  readonly id: string
  readonly model: LoadedModel
  readonly capabilities: Capabilities
  /** Changes whenever the same seed may give other text: engine build, model file, placement, adapters. */
  readonly fingerprint: string
  /** What a request attaches, as this model takes it. Rejects as `ReadMedia`. */
  readMedia(attachment: Attachment, signal: AbortSignal): Promise<Media>
  /** It was told to go, or has gone, since it was opened: what is asked of it now may be of a load that is cold. */
  unloaded(): boolean
  /** The place in line that a request would have now, from 1; 0: it would run at once. */
  position(): number
  /**
   * Runs the tasks of one request side by side, in the queue's turn. Failures arrive as `error` events, a full
   * queue among them; when `signal` aborts, the request leaves the queue or the engine at once and the stream ends.
   */
  run(tasks: readonly EngineTask[], signal: AbortSignal): TaskStream
}

/** The events of one request's tasks, as they come. */
export interface TaskStream extends AsyncIterable<TaskEvent> {
  /** Ends one task, queued or running, as an abort would; the others go on. A task that is over already is left alone. */
  cancel(task: number): void
}

/** An engine's event and the task it belongs to, by index. */
export interface TaskEvent {
  readonly task: number
  readonly event: EngineEvent
}
