import type { Clock } from '../core/clock.ts'
import type { Compute } from '../core/compute/compute.ts'
import type { Machine } from '../core/machine.ts'
import type { Meter } from '../core/meter.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ImageDecoder } from '../media/decoder/decoder.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import type { Converter } from '../models/convert/converter.ts'
import type { ModelDisk } from '../models/own/disk.ts'
import type { Definitions } from '../models/pull/definitions.ts'
import type { Puller } from '../models/pull/puller.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { BenchmarkStore } from '../store/benchmarks.ts'
import type { Buckets } from '../store/buckets.ts'
import type { ChatStore } from '../store/chats.ts'
import type { KeyUsages } from '../store/key-usage.ts'
import type { Keyring } from '../store/keyring.ts'
import type { Notes } from '../store/notes.ts'
import type { ResponseStore } from '../store/responses.ts'
import type { SharedLink } from '../store/shared/link.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Private } from './diagnostics/discretion.ts'
import type { NamedFiles } from './fields/named-files.ts'
import type { Requests } from './metering/request-book.ts'
import type { WebPage } from './page/web-page.ts'

/** Everything the endpoints need from outside. */
export interface Services {
  readonly scheduler: Scheduler
  readonly clock: Clock
  /** Every model there is, loaded or not. */
  readonly catalogue: Catalogue
  /** What there is to compute on. */
  readonly machine: Machine
  /** What there is room for models on. */
  readonly disk: () => Promise<ModelDisk>
  /** What takes longer than a request. */
  readonly jobs: Jobs
  /** Models from elsewhere. */
  readonly puller: Puller
  /** Where models come from that are not here yet. */
  readonly definitions: Definitions
  /** Models made of others. */
  readonly converter: Converter
  /** Answers of the Responses API that may be asked for later. */
  readonly responses: ResponseStore
  /** Conversations; `null`: none are kept. */
  readonly chats: ChatStore | null
  /** The web page as it was built; `null`: it was not. */
  readonly page: WebPage | null
  /** Whether whoever sent the request that is being answered may use this model. */
  readonly mayUse: (model: string) => boolean
  /** Who may ask. */
  readonly keys: Keyring
  /** What was asked with each key. */
  readonly keyUsages: KeyUsages
  /** What addresses and keys may still take of their limits. */
  readonly buckets: Buckets
  /** The server that keys, counters and limits are shared through; `null`: they are this server's alone. */
  readonly sharing: Pick<SharedLink, 'status'> | null
  /** What was measured here. */
  readonly benchmarks: BenchmarkStore
  /** Small things to be known after a restart. */
  readonly notes: Notes
  /** What the server knows of its own work. */
  readonly telemetry: Telemetry
  /** What runs, and the last that ran. */
  readonly requests: Requests
  /** Hears of every request that is over. */
  readonly meter: Meter
  /** Takes apart what requests attach. */
  readonly images: ImageDecoder
  /** Files that requests may name. */
  readonly files: NamedFiles
  /** A fresh id with this prefix. */
  readonly newId: (prefix: string) => string
  readonly phase: () => ServerPhase
  readonly setup: ServerSetup
  /** What is told to whoever is to find out what is wrong, and what must not be. */
  readonly about: () => AboutServer
  /** Once it listens. */
  readonly self: () => Promise<OwnAddress>
  readonly version: string
  /** The OpenAPI document of what is mounted. */
  readonly document: () => object
}

export interface AboutServer {
  /** By their names in the file. */
  readonly settings: object
  readonly private: Private
}

/** How the server reaches itself. */
export interface OwnAddress {
  /** Without a slash at the end. */
  readonly url: string
  /** One that takes the server's own certificate. */
  readonly fetch: typeof fetch
}

/** What of the settings is told. */
export interface ServerSetup {
  /** The address that it listens on. */
  readonly host: string
  /** Where models go of which nothing else is said; `null`: wherever. */
  readonly compute: Compute | null
}

/** `starting`: listening, but the models asked for at start aren't loaded yet. `draining`: finishing what runs. */
export type ServerPhase = 'starting' | 'ready' | 'draining'
