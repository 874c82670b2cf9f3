import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import type { NamedFiles } from '../../src/api/fields/named-files.ts'
import type { WebPage } from '../../src/api/page/web-page.ts'
import type { AboutServer, ServerPhase } from '../../src/api/services.ts'
import { modelGauges } from '../../src/api/telemetry/gauges.ts'
import type { AccessSettings, AuthPolicy, RateLimits } from '../../src/config/config.ts'
import type { Clock } from '../../src/core/clock.ts'
import { withPrefix } from '../../src/core/ids.ts'
import type { MachineReport } from '../../src/core/machine.ts'
import { type FinishedRequest, type HttpAnswer, meters } from '../../src/core/meter.ts'
import type { Placement } from '../../src/core/placement.ts'
import type { ContractId } from '../../src/core/products.ts'
import { createServer } from '../../src/http/server.ts'
import { createJobs } from '../../src/jobs/create.ts'
import type { Jobs } from '../../src/jobs/jobs.ts'
import type { JobRecords } from '../../src/jobs/records.ts'
import { HERE } from '../../src/media/decoder/decoder.ts'
import type { Catalogue } from '../../src/models/catalogue/catalogue.ts'
import { createBenchmarkStore } from '../../src/store/benchmarks.ts'
import { createBuckets } from '../../src/store/buckets.ts'
import { createChatStore } from '../../src/store/chats.ts'
import { createFileShelf } from '../../src/store/key-shelf.ts'
import { createKeyUsages, keyMeter } from '../../src/store/key-usage.ts'
import { createKeyring, type Keyring, type PlainKey } from '../../src/store/keyring.ts'
import { createKeyStore } from '../../src/store/keys.ts'
import { createNotes } from '../../src/store/notes.ts'
import { IN_MEMORY, openDatabase } from '../../src/store/open.ts'
import { createResponseStore, type ResponseStore } from '../../src/store/responses.ts'
import type { SharedLink } from '../../src/store/shared/link.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { createTelemetry, type TelemetryDesk } from '../../src/telemetry/telemetry.ts'
import type { Tracing } from '../../src/telemetry/tracing.ts'
import { stillCatalogue } from './catalogue.ts'
import { ManualClock } from './clock.ts'
import { FakeConverter } from './converter.ts'
import { BARE_MACHINE } from './machine.ts'
import { FakePuller, memoryDefinitions } from './puller.ts'
import { type FakeModel, FakeScheduler } from './scheduler.ts'

export interface FakeServer {
  readonly app: FastifyInstance
  readonly scheduler: FakeScheduler
  readonly clock: ManualClock
  readonly jobs: Jobs
  readonly puller: FakePuller
  readonly converter: FakeConverter
  readonly keys: Keyring
  /** The settings have none any more. */
  readonly forgetPlainKeys: () => void
  readonly telemetry: TelemetryDesk
  /** What the server's meter has heard. */
  readonly answered: HttpAnswer[]
  readonly finished: FinishedRequest[]
}

export interface FakeServerOptions {
  readonly models: readonly FakeModel[]
  readonly phase?: () => ServerPhase
  readonly logger?: Logger
  readonly bodyLimitBytes?: number
  /** At the root. Default: `unified`. */
  readonly contract?: ContractId
  /** Instead of the one that stands still. */
  readonly serverClock?: Clock
  /** What differs from files that are there whatever they are called, and grammars that say `read`. */
  readonly files?: Partial<NamedFiles>
  /** Instead of an empty one. */
  readonly catalogue?: Catalogue
  /** Instead of a bare one. */
  readonly machine?: MachineReport
  /** Instead of 40 GiB. */
  readonly freeDiskBytes?: number
  /** Of models of which nothing else is said. */
  readonly placement?: Placement
  /** Of the settings; default: none. */
  readonly plainKeys?: readonly PlainKey[]
  readonly auth?: AuthPolicy
  readonly rates?: Partial<RateLimits>
  /** Instead of the strictest. */
  readonly access?: Partial<AccessSettings>
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer }
  /** Jobs that outlive their server; none when left out. */
  readonly records?: JobRecords
  /** Instead of one of its own. */
  readonly responses?: ResponseStore
  /** Requests that are kept; none when left out. */
  readonly keptRequests?: number
  /** Whether conversations are; default: yes. */
  readonly keepsChats?: boolean
  readonly chatBytes?: number
  /** Instead of none. */
  readonly page?: WebPage
  readonly tracing?: Tracing
  /** Instead of nothing. */
  readonly about?: AboutServer
  /** Instead of none. */
  readonly sharing?: Pick<SharedLink, 'status'>
}

const ANY_FILES: NamedFiles = {
  grammar: () => 'root ::= "read"',
  adapter: (name) => `/adapters/${name}`,
  draft: (name) => `/models/${name}`,
  draftBeside: (model) => `/models/draft of ${model}`,
}

const NOTHING_PRIVATE = { secrets: [], home: '/', user: '', host: '', folders: [] }

const GB = 1024 ** 3

/** The real HTTP server over a fake scheduler, a clock that stands still, and ids that count. */
export function fakeServer(options: FakeServerOptions): FakeServer {
  const scheduler = new FakeScheduler(options.models)
  const clock = new ManualClock()
  let ids = 0
  const newId = (prefix: string) => withPrefix(prefix, `${++ids}`)
  const jobs = createJobs({
    clock: options.serverClock ?? clock,
    newId,
    ...(options.records && { records: options.records }),
  })
  const puller = new FakePuller()
  const converter = new FakeConverter()
  const database = openDatabase(IN_MEMORY)
  let { plainKeys = [] } = options
  const keys = createKeyring(createKeyStore(createFileShelf(database), { clock, newId }), () => plainKeys)
  const keyUsages = createKeyUsages(database, clock)
  const telemetry = createTelemetry(clock, () => modelGauges(scheduler), createLog(clock))
  const access: AccessSettings = {
    auth: options.auth ?? 'auto',
    rates: { ...NO_RATES, ...options.rates },
    allowedHosts: [],
    corsOrigins: [],
    trustedProxies: [],
    ...options.access,
  }
  const answered: HttpAnswer[] = []
  const finished: FinishedRequest[] = []
  const app = createServer({
    keys,
    keyUsages,
    buckets: createBuckets(options.serverClock ?? clock),
    sharing: options.sharing ?? null,
    benchmarks: createBenchmarkStore(database),
    notes: createNotes(database),
    telemetry,
    meter: meters([
      ...telemetry.meters,
      { answered: (answer) => void answered.push(answer), finished: (request) => void finished.push(request) },
      keyMeter(keyUsages, (error) => {
        throw error
      }),
    ]),
    scheduler,
    catalogue: options.catalogue ?? stillCatalogue(),
    clock: options.serverClock ?? clock,
    machine: { report: async () => options.machine ?? BARE_MACHINE, energy: () => [] },
    disk: async () => ({ folder: '/models', totalBytes: 100 * GB, freeBytes: options.freeDiskBytes ?? 40 * GB }),
    jobs,
    puller,
    definitions: memoryDefinitions(),
    converter,
    responses: options.responses ?? memoryStore(clock),
    chats: options.keepsChats === false ? null : createChatStore(database, clock, options.chatBytes ?? 2 ** 30),
    page: options.page ?? null,
    images: HERE,
    files: { ...ANY_FILES, ...options.files },
    newId,
    about: () => options.about ?? { settings: {}, private: NOTHING_PRIVATE },
    phase: options.phase ?? (() => 'ready'),
    version: '0.0.0-test',
    logger: options.logger ?? pino({ level: 'silent' }),
    config: {
      contract: options.contract ?? 'unified',
      bodyLimitBytes: options.bodyLimitBytes ?? 64 * 1024,
      streamHeartbeatMs: 15_000,
      keptRequests: options.keptRequests ?? 0,
      host: '127.0.0.1',
      placement: options.placement ?? {},
    },
    access: () => access,
    tls: options.tls ?? null,
    tracing: options.tracing ?? null,
  })
  const forgetPlainKeys = () => {
    plainKeys = []
  }
  return { app, scheduler, clock, jobs, puller, converter, keys, forgetPlainKeys, telemetry, answered, finished }
}

const NO_RATES: RateLimits = { addressRequests: null, addressTokens: null, keyRequests: null, keyTokens: null }

/** Room for ten. */
function memoryStore(clock: Clock): ResponseStore {
  return createResponseStore(openDatabase(IN_MEMORY), { count: 10, ageMs: 1_000_000, bytes: 1_000_000 }, clock)
}
