import type { Capabilities } from '../core/capability.ts'
import type { Compute } from '../core/compute/compute.ts'
import type { Availability, Device } from '../core/device.ts'
import type { EngineEvent } from '../core/event.ts'
import type { Placement } from '../core/placement.ts'
import type { QuantizeOrder } from '../core/quantization.ts'
import type { EngineTask } from '../core/task.ts'

/** Runtimes that live in a child of their own. */
export type ChildPlatformId = 'llama_cpp' | 'rkllm' | 'rknn2' | 'qairt' | 'openvino' | 'onnx' | 'whisper' | 'scripted'

/** `upstream`: another server's. `rknn3`: of a server that is run here. */
export type PlatformId = ChildPlatformId | 'rknn3' | 'upstream'

/**
 * One way to run models: a runtime and what is needed to use it. The driver lives in the server process and only
 * plans; the native code runs in a child that `start` spawns.
 */
export interface EngineDriver {
  readonly id: PlatformId
  /** Usable here? When not, why, in words. Never throws. */
  probe(): Promise<Availability>
  /** Why its runtime is not here, in words, as far as files tell; empty, or absent: it is. */
  missing?(): string
  /** What is wrong with where the settings say its runtime is, in words; empty, or absent: nothing. */
  misplaced?(): string
  /** Is this file or folder one of mine? Reads headers only. */
  recognise(path: string): Promise<ModelFacts | null>
  /** Why models can't read images or sounds here, in words; `null`: those with a projector can. Looks at files only. */
  mediaObstacle(): string | null
  /** What of a wish is passed over, or met otherwise than asked for, rather than refused. Absent: nothing. */
  remarks?(wish: Placement): readonly Remark[]
  /** Pure: what it would take to run these facts as wished. Throws a TrivetError that says why it can't. */
  plan(modelId: string, facts: ModelFacts, wish: Placement, host: HostFacts): Plan
  /**
   * The memory that a plan will take once it is at work; `null`: nothing can be said. Reads headers only.
   * @param freeBytes memory that is free now, of which an unasked context takes a share
   * @param accelerators as `accelerators` tells them; absent: none
   */
  estimate(plan: Plan, freeBytes: number, accelerators?: readonly Device[]): Promise<Footprint | null>
  /** What its models may lie on beside the machine's own memory, and what is free there now. Absent: nothing. */
  accelerators?(): Promise<readonly Device[]>
  /** Loads. Rejects with `model_load_failed` (the runtime's own reason) or `request_cancelled`. */
  start(plan: Plan, watch: LoadWatch): Promise<EngineInstance>
  /**
   * Writes a file of smaller numbers. Rejects with `quantize_failed` (the runtime's own reason) or `request_cancelled`;
   * what it had written by then is left. Absent: this runtime quantizes no files.
   */
  quantize?(order: QuantizeOrder, watch: LoadWatch): Promise<void>
}

/** That settings have no effect, or another than the one asked for. */
export interface Remark {
  readonly about: readonly (keyof Placement)[]
  readonly words: string
}

/** A loaded model that answers. */
export interface EngineInstance {
  readonly capabilities: Capabilities
  readonly model: LoadedModel
  /**
   * Works on a task. Errors arrive as a last `error` event, never as a rejection. When `signal` aborts, the work
   * ends within a step and the stream ends without a `finish`.
   */
  run(task: EngineTask, signal: AbortSignal): AsyncIterable<EngineEvent>
  /** Memory beyond the plan: what is loaded because requests name it, such as adapters and draft models, and prompts kept beside the cache; in bytes. */
  extraBytes(): number
  /** Weights that were mapped from the file and are memory of its own by now, in bytes. Absent: none. */
  movedBytes?(): number
  /** How busy its server says it is, which others may ask too; `null`, or absent: nobody tells. */
  reported?(): ReportedLoad | null
  /** Resolves once, when the instance is gone, by request or not. */
  readonly ended: Promise<EngineEnd>
  /** Asks for an orderly end, then takes it by force after `deadlineMs`. Resolves when it is gone. */
  stop(deadlineMs: number): Promise<void>
}

/** How busy a server says that a model is, whoever asked for it. */
export interface ReportedLoad {
  /** Tasks that it works on. */
  readonly running: number
  /** Tasks in its own line. */
  readonly waiting: number
  /** Of the memory for prompts and answers, 0 to 1; `null`: it doesn't say. */
  readonly cacheUsed: number | null
  /** Of all its tasks, those that are not from here. */
  readonly others: number
}

/** What a file says of itself before it is loaded. */
export interface ModelFacts {
  readonly path: string
  readonly sizeBytes: number
}

/** What planning may look at: facts of this machine, gathered before. */
export interface HostFacts {
  /** Cores this process may use, cgroup limits applied. */
  readonly cores: number
}

/** A placement in which nothing is open any more. Plain data: it is sent to the child. */
export interface Plan {
  readonly driver: PlatformId
  /** Name used in messages. */
  readonly modelId: string
  readonly modelPath: string
  /** `null`: what the model was trained for, as far as the runtime allows. */
  readonly contextTokens: number | null
  readonly slots: number
  readonly threads: number
  readonly gpuLayers: number
  readonly deterministic: boolean
  /** What it computes on, where the runtime takes that whatever was asked for. Absent: as asked. */
  readonly compute?: Compute
  /** A driver's own settings, opaque to everyone else. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The memory of one loaded instance. */
export interface Footprint {
  /** Tokens one request may span, as the runtime will choose them; `null`: unknown. */
  readonly contextTokens: number | null
  /** Tokens the model was trained to span; `null`: unknown. */
  readonly trainedTokens: number | null
  /** The machine's own memory first, then that of accelerators. */
  readonly devices: readonly DeviceMemory[]
}

/** What an instance takes of one memory, in bytes. */
export interface DeviceMemory {
  /** As the runtime calls it: `CPU`, `CUDA0`. */
  readonly device: string
  /** It is of the machine's own memory, though another device has it. */
  readonly shared?: boolean
  readonly weights: number
  /** Of the weights, what is mapped from the file: pages that the kernel counts as available all the same. */
  readonly mapped: number
  readonly kvCache: number
  /** Scratch space of the largest step. */
  readonly compute: number
  /** The process itself: runtime, libraries, vocabulary. */
  readonly runtime: number
  /** What is loaded now because requests name it. Absent: nothing. */
  readonly extra?: number
}

export interface LoadWatch {
  readonly signal: AbortSignal
  /** 0 to 1. */
  onProgress(fraction: number): void
}

/** What a runtime knows about the model once it is loaded. */
export interface LoadedModel {
  /** Jinja source from the file, if any. */
  readonly chatTemplate: string | null
  /** The one for requests with tools, where the file has another for that (`tool_use`). */
  readonly toolTemplate?: string | null
  /** Text of the tokens a template may print. */
  readonly bosToken: string
  readonly eosToken: string
  /** Whether tokenizing adds the BOS token by itself, so that a template's own is not doubled. */
  readonly addsBos: boolean
  readonly description: string
  readonly parameters: number
  readonly sizeBytes: number
  readonly trainedContextTokens: number
  /** Token ids run from 0 to this, exclusive. */
  readonly vocabularyTokens: number
  /** Embeddings are trained so that their beginnings are embeddings too (Matryoshka). Absent: not known to be. */
  readonly nestedEmbeddings?: boolean
  /** Spelling of the tokens that mark a gap to be filled; absent: the model has none. */
  readonly fillInTokens?: FillInTokens
  /** Address of the server that computes; absent: this machine does. */
  readonly at?: string
  /** Runtime and build, part of `system_fingerprint`. */
  readonly engineVersion: string
}

/** Put before the text ahead of the gap, the text after it, and what fills it. */
export interface FillInTokens {
  readonly prefix: string
  readonly suffix: string
  readonly middle: string
}

/** How an instance came to its end. */
export interface EngineEnd {
  /** Asked for, by `stop`. */
  readonly expected: boolean
  /** `SIGSEGV`, `exit code 3`, `no heartbeat for 30 s`. */
  readonly how: string
  /** The last line that the native code logged just before, and that looks like a reason; empty without one. */
  readonly lastLine: string
  /** It is a server elsewhere, which did not crash: `how` says what it did. Default: a process of this machine. */
  readonly elsewhere?: boolean
}
