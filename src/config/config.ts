import type { DialectId } from '../core/dialects.ts'
import type { ForeignStore } from '../core/model-stores.ts'
import type { Placement } from '../core/placement.ts'
import type { PlatformName } from '../core/platforms.ts'
import type { ContractId } from '../core/products.ts'

/** What the whole program runs on: every setting decided, names and units of the code. */
export interface Config extends AccessSettings {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  /** What the routes at the root follow. */
  readonly contract: ContractId
  /** A file of keys, one a line; `null`: none. */
  readonly keyFile: string | null
  /** `null`: plain HTTP. */
  readonly tls: TlsFiles | null
  readonly models: readonly ModelConfig[]
  /** Names of models to load at the start besides, whether set up here or not. */
  readonly preload: readonly string[]
  /** What of the settings was passed over, in sentences. */
  readonly warnings: readonly string[]
  /** Absolute folders whose model files are served too. */
  readonly modelFolders: readonly string[]
  /** Programs whose models are served too. */
  readonly modelStores: readonly ForeignStore[]
  /** The user's wishes for models that the settings don't name. */
  readonly placement: Placement
  /** Fields of requests that stand for those a request leaves out, unless the model has its own. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** Requests that may wait for each model. */
  readonly queueCapacity: number
  /** How long a model that is loaded on demand stays with nothing to do; `Infinity`: for good. */
  readonly keepAliveMs: number
  /** Bytes that all models may take together; `null`: what the machine has. */
  readonly memoryBudgetBytes: number | null
  readonly bodyLimitBytes: number
  readonly logLevel: LogLevel
  /** How long running requests get to finish at shutdown. */
  readonly drainTimeoutMs: number
  /** Silence on a stream before a comment is sent. */
  readonly streamHeartbeatMs: number
  /** Silence of an engine before it counts as hung. */
  readonly engineHeartbeatMs: number
  /** Where `grammar_path` is looked for; `null`: nowhere. */
  readonly grammarFolder: string | null
  /** Where `lora_path` is looked for; `null`: nowhere. */
  readonly adapterFolder: string | null
  /** From where requests may have images and sounds read, besides the request itself. */
  readonly media: {
    readonly folders: readonly string[]
    /** A host, or `*.` and a domain. */
    readonly hosts: readonly string[]
  }
  /** Whether requests may have models pulled from private addresses and from files of this machine. */
  readonly pullFromPrivate: boolean
  /** Whether conversations are kept. */
  readonly keepsChats: boolean
  /** What the conversations of one key take at most. */
  readonly chatBytes: number
  /** Whether models are measured, when nobody asks for anything, that were loaded for the first time here. */
  readonly measuresFirstLoads: boolean
  /** What is kept of stored responses at most; whatever is oldest goes first. */
  readonly responses: {
    readonly count: number
    readonly ageMs: number
    readonly bytes: number
  }
  /** Last requests whose prompts and answers are kept in memory; 0: none. */
  readonly keptRequests: number
  /** What is here by the user's word, one of `NAMED_CHIPS`; `null`: what the machine's files tell. */
  readonly chip: string | null
  /** The server through which keys, counters and limits are shared with other Trivets; `null`: they are not. */
  readonly sharing: SharingConfig | null
  /** Other servers whose models are served too. */
  readonly upstreams: readonly UpstreamConfig[]
  readonly llamaCpp: {
    /** Folder of the user's own build; `null`: the packaged one. */
    readonly libraryPath: string | null
  }
  readonly rkllm: {
    /** Rockchip's library, or its folder; `null`: where it is installed. */
    readonly libraryPath: string | null
    /** `null`: as the runtime tells. */
    readonly runtimeVersion: string | null
  }
  readonly rknn2: {
    /** Rockchip's library, or its folder; `null`: where it is installed. */
    readonly libraryPath: string | null
  }
  readonly rknn3: {
    /** Rockchip's rkllm3-server, or its folder; `null`: where it is installed. */
    readonly serverPath: string | null
  }
  readonly qairt: {
    /** Qualcomm's Genie library, or its folder; `null`: where it is installed. */
    readonly libraryPath: string | null
    /** Qualcomm's GenieX, or its folder, to be used instead; `null`: where it is installed, without the library. */
    readonly serverPath: string | null
  }
  readonly openvino: {
    /** Folder that OpenVINO GenAI's package is in; `null`: beside Trivet. */
    readonly packagePath: string | null
    /** OpenVINO Model Server, or its folder, to be used instead; `null`: where it is installed, without the package. */
    readonly serverPath: string | null
  }
  readonly whisper: {
    /** Libwhisper, or a folder with it; `null`: the one that is installed. */
    readonly libraryPath: string | null
  }
  readonly onnx: {
    /** Folder that ONNX Runtime's package is in; `null`: beside Trivet. */
    readonly packagePath: string | null
  }
}

export interface SharingConfig {
  /** `redis://` or `rediss://`, with its password if it has one. */
  readonly url: string
  /** How the names of all that is kept there begin. */
  readonly prefix: string
  /** Absolute; `null`: a usual authority. */
  readonly authorityPath: string | null
}

export interface UpstreamConfig {
  /** Without a slash at the end. */
  readonly url: string
  /** `null`: it wants none. */
  readonly key: string | null
  /** `null`: all that it lists. */
  readonly models: readonly string[] | null
  /** `null`: as it shows. */
  readonly dialect: DialectId | null
  /** Whether its models see images; `null`: as it shows. */
  readonly vision: boolean | null
  readonly slots: number
  /** Absolute; `null`: a usual authority. */
  readonly authorityPath: string | null
  readonly patienceMs: number
}

export interface ModelConfig {
  readonly id: string
  /** Absolute. */
  readonly path: string
  /** The user's wishes; absent means "you choose". */
  readonly placement: Placement
  /** Absolute; absent: the model's own chat template. */
  readonly chatTemplatePath?: string
  /** The runtime that it goes to, where its files would do for several. Default: as they say. */
  readonly platform?: PlatformName
  /** How long it stays loaded with nothing to do; `Infinity`: for good. */
  readonly keepAliveMs: number
  /** Default: 1. */
  readonly instances?: number
  /** Whether servers of `upstreams` that have a model of this name answer beside this machine. */
  readonly withUpstreams?: boolean
  /** Requests that may wait for it. Default: as for each. */
  readonly queueCapacity?: number
  /** Whether it is loaded when the server starts. */
  readonly preload?: boolean
  /** Over those for all models. */
  readonly defaults?: Readonly<Record<string, unknown>>
}

/** `auto`: everyone, until there is a key. `required`: nobody. `off`: everyone, whatever keys there are. */
export type AuthPolicy = 'auto' | 'required' | 'off'

/** Who may ask, from where, and how much. */
export interface AccessSettings {
  readonly auth: AuthPolicy
  readonly rates: RateLimits
  /** Names of this server, beside those that only its own machine or network can have; `*.x` for all below, `*` for any. */
  readonly allowedHosts: readonly string[]
  /** Sites whose pages may ask; `*`: all. */
  readonly corsOrigins: readonly string[]
  /** Addresses or networks of proxies, whose word on a client's address counts. */
  readonly trustedProxies: readonly string[]
}

/** Absolute paths, in PEM. */
export interface TlsFiles {
  readonly certPath: string
  readonly keyPath: string
}

/** What may be asked in a minute; `null` each: as much as one likes. */
export interface RateLimits {
  /** Requests from one address, but for health checks. */
  readonly addressRequests: number | null
  /** Prompt and completion tokens for one address. */
  readonly addressTokens: number | null
  /** Requests for a model with one key that has no limit of its own. */
  readonly keyRequests: number | null
  readonly keyTokens: number | null
}

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
