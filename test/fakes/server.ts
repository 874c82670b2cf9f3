import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import type { NamedFiles } from '../../src/api/engine-fields.ts'
import type { ServerPhase } from '../../src/api/services.ts'
import type { Clock } from '../../src/core/clock.ts'
import { withPrefix } from '../../src/core/ids.ts'
import type { MachineReport } from '../../src/core/machine.ts'
import type { ContractId } from '../../src/core/products.ts'
import { createServer } from '../../src/http/server.ts'
import { createJobs } from '../../src/jobs/create.ts'
import type { Jobs } from '../../src/jobs/jobs.ts'
import type { Catalogue } from '../../src/models/catalogue/catalogue.ts'
import { IN_MEMORY, openDatabase } from '../../src/store/open.ts'
import { createResponseStore, type ResponseStore } from '../../src/store/responses.ts'
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
  /** Instead of the grammar that says `read`, whatever its path. */
  readonly readGrammar?: (path: string) => string
  /** Instead of those that there are, whatever they are called. */
  readonly files?: NamedFiles
  /** Instead of an empty one. */
  readonly catalogue?: Catalogue
  /** Instead of a bare one. */
  readonly machine?: MachineReport
  /** Instead of one of its own. */
  readonly responses?: ResponseStore
}

/** The real HTTP server over a fake scheduler, a clock that stands still, and ids that count. */
export function fakeServer(options: FakeServerOptions): FakeServer {
  const scheduler = new FakeScheduler(options.models)
  const clock = new ManualClock()
  let ids = 0
  const newId = (prefix: string) => withPrefix(prefix, `${++ids}`)
  const jobs = createJobs({ clock: options.serverClock ?? clock, newId })
  const puller = new FakePuller()
  const converter = new FakeConverter()
  const app = createServer({
    scheduler,
    catalogue: options.catalogue ?? stillCatalogue(),
    clock: options.serverClock ?? clock,
    machine: { report: async () => options.machine ?? BARE_MACHINE },
    jobs,
    puller,
    definitions: memoryDefinitions(),
    converter,
    responses: options.responses ?? memoryStore(clock),
    readGrammar: options.readGrammar ?? (() => 'root ::= "read"'),
    files: options.files ?? { adapter: (name) => `/adapters/${name}`, draft: (name) => `/models/${name}` },
    newId,
    phase: options.phase ?? (() => 'ready'),
    version: '0.0.0-test',
    logger: options.logger ?? pino({ level: 'silent' }),
    config: {
      contract: options.contract ?? 'unified',
      bodyLimitBytes: options.bodyLimitBytes ?? 64 * 1024,
      streamHeartbeatMs: 15_000,
    },
  })
  return { app, scheduler, clock, jobs, puller, converter }
}

/** Room for ten. */
function memoryStore(clock: Clock): ResponseStore {
  return createResponseStore(openDatabase(IN_MEMORY), { count: 10, ageMs: 1_000_000, bytes: 1_000_000 }, clock)
}
