import type { Config } from '../config/config.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import type { EngineNews } from '../core/engine-news.ts'
import { look } from '../core/look.ts'
import { AUTO_DRAFT } from '../core/placement.ts'
import type { EngineDriver, HostFacts } from '../engine/driver.ts'
import type { Spare } from '../engine/process/spare.ts'
import { createRegistry, type Registry, type RegistryOptions } from '../engine/registry.ts'
import { createSupervisor } from '../engine/supervisor/create.ts'
import type { Prepared } from '../group/member.ts'
import { usableCores } from '../hardware/cores.ts'
import { inventoryOf } from '../hardware/inventory.ts'
import { memoryStatus } from '../hardware/memory.ts'
import type { ImageDecoder } from '../media/decoder/decoder.ts'
import { decodeInChild } from '../media/decoder/in-child.ts'
import { createMediaReader } from '../media/reader.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { ggufModelIn } from '../models/gguf-folder.ts'
import { type ModelToml, modelTomlIn } from '../models/model-toml.ts'
import { systemProcesses } from '../models/own/holder.ts'
import { storeLayout } from '../models/own/layout.ts'
import type { Publisher } from '../models/own/publisher.ts'
import { shareUses } from '../models/own/use.ts'
import { createScheduler } from '../scheduler/create.ts'
import type { FileStamp } from '../scheduler/fingerprint.ts'
import type { ModelEntry, ModelState, Scheduler } from '../scheduler/scheduler.ts'
import { logEngine } from '../telemetry/log-engine.ts'
import type { Logger } from '../telemetry/logger.ts'
import { openAccelerators } from './accelerators.ts'
import { draftBeside } from './draft-beside.ts'
import { engineFor } from './engine-for.ts'
import { foundModels } from './found-models.ts'
import { mediaPolicy } from './media-policy.ts'
import { modelsHome, openModels } from './open-models.ts'
import { projectorBeside } from './projector-beside.ts'
import { readWeights } from './read-weights.ts'
import { openUpstreams, remoteEntry, withUpstreams } from './upstream-models.ts'
import { packageVersion } from './version.ts'
import { watchEngine } from './watch-engine.ts'
import { withTemplates } from './with-templates.ts'

/** The parts of the program, put together: the only place that knows them all. */
export interface Composition {
  readonly scheduler: Scheduler
  readonly catalogue: Catalogue & Publisher
  readonly clock: Clock
  readonly images: ImageDecoder
}

/**
 * Resolves when it has been seen which models there are.
 * @param hear what becomes of engines; default: the log alone
 * @param spare a process for the first engine
 */
export async function compose(
  config: Config,
  logger: Logger,
  hear: (news: EngineNews) => void = logEngine(logger),
  spare?: Spare,
): Promise<Composition> {
  const clock = systemClock
  const directory = await openUpstreams(config, clock, logger)
  const images = decodeInChild({ clock })
  const registry = registryFor(config, { directory, clock }, spare)
  const host = hostFacts()

  async function prepare({ id, path, platform, placement, chatTemplatePath }: ModelEntry): Promise<Prepared> {
    const beside = modelTomlIn(path)
    const wanted = { id, path, ...(platform !== undefined && { platform }) }
    const { driver, facts } = await engineFor(wanted, registry, () => inventoryOf(config.chip))
    const contextTokens = placement.contextTokens ?? beside?.contextTokens ?? undefined
    const projector = placement.projector === undefined ? projectorOf(id, path, driver) : placement.projector
    const remarks = driver.remarks?.(placement) ?? []
    for (const { words } of remarks) logger.warn({ model: id, remark: words }, 'not as it was asked for')
    const plan = driver.plan(id, facts, { ...placement, contextTokens, projector }, host)
    const supervisor = createSupervisor({ driver: withTemplates(driver, chatTemplatePath ?? null), plan, clock })
    watchEngine(id, supervisor, clock, hear)
    const devices = plan.gpuLayers === 0 ? [] : await accelerators.look(driver)
    const footprint = await driver.estimate(plan, memoryStatus().availableBytes, devices)
    return { supervisor, footprint, unheeded: remarks.flatMap(({ about }) => about) }
  }

  /** One that lies beside the model is of use only where something here can run it. */
  function projectorOf(model: string, path: string, driver: EngineDriver): string | null {
    const projector = projectorBeside(catalogue, path)
    const obstacle = projector === null ? null : driver.mediaObstacle()
    if (obstacle !== null) logger.warn({ model, obstacle }, 'it reads text only')
    return obstacle === null ? projector : null
  }

  const { models, queueCapacity, keepAliveMs, placement, memoryBudgetBytes } = config
  const accelerators = openAccelerators(clock, () =>
    scheduler.models().some(({ groups }) => groups.some(({ footprint }) => (footprint?.devices.length ?? 0) > 1)),
  )
  const memory = () => ({ ...memoryStatus(), accelerators: accelerators.memory() })
  const catalogue = await openModels({
    config,
    env: process.env,
    clock,
    inUse: (id) => scheduler.models().some((model) => model.id === id && !RESTING.includes(model.state)),
    report: (problem) => logger.warn({ problem }, 'looking for models'),
  })
  const scheduler: Scheduler = createScheduler({
    models: models.map((model) => withDraft(model, catalogue, logger)),
    source: withUpstreams(foundModels(catalogue, config), directory),
    isPinned: (id) => catalogue.list().some((model) => model.id === id && model.pinned),
    queueCapacity,
    keepAliveMs,
    placement,
    memoryBudgetBytes,
    defaultsOf: (model) => defaultsFor(model, config),
    memory,
    clock,
    prepare,
    beside: ({ id, withUpstreams = false }) =>
      withUpstreams ? { size: () => directory.of(id).length, prepare: () => prepare(remoteEntry(id)) } : null,
    stamp,
    readMedia: createMediaReader(mediaPolicy(config.media, clock, packageVersion()), images),
  })
  const tellUses = shareUses(storeLayout(modelsHome(process.env)), systemProcesses().self)
  scheduler.onChange(() => {
    const loaded = scheduler.models().filter(({ state }) => !RESTING.includes(state))
    void tellUses(loaded.map(({ path }) => path))
  })
  return { clock, scheduler, catalogue, images }
}

/** `AUTO_DRAFT` as the file it means; whoever has none beside it goes without, which is logged. */
function withDraft(model: ModelEntry, catalogue: Catalogue, logger: Logger): ModelEntry {
  if (model.placement.draftModel !== AUTO_DRAFT) return model
  const draftModel = draftBeside(catalogue, model.path)
  if (draftModel === null) logger.warn({ model: model.id }, 'no draft model lies beside it')
  return { ...model, placement: { ...model.placement, draftModel } }
}

/** States in which nothing reads a model's files. */
const RESTING: readonly ModelState[] = ['stopped', 'failed']

export function registryFor(config: Config, upstream?: RegistryOptions['upstream'], spare?: Spare): Registry {
  return createRegistry({
    runtime: { heartbeatTimeoutMs: config.engineHeartbeatMs, spare },
    llamaCpp: {
      libraryPath: config.llamaCpp.libraryPath,
      readWeights,
      modelIn: (folder) => ggufModelIn(folder)?.path ?? null,
    },
    rkllm: config.rkllm,
    rknn2: config.rknn2,
    rknn3: config.rknn3,
    qairt: config.qairt,
    openvino: config.openvino,
    whisper: config.whisper,
    onnx: config.onnx,
    ...(upstream && { upstream }),
  })
}

export function hostFacts(): HostFacts {
  return { cores: usableCores() }
}

/** Those for all models, then what lies beside this one, then its own. */
function defaultsFor(
  { id, path }: Pick<ModelEntry, 'id' | 'path'>,
  { defaults, models }: Config,
): ModelToml['defaults'] {
  return { ...defaults, ...modelTomlIn(path)?.defaults, ...models.find((model) => model.id === id)?.defaults }
}

function stamp(path: string): FileStamp {
  const file = look(path)
  return { sizeBytes: file?.size ?? 0, modifiedMs: file?.mtimeMs ?? 0 }
}
