import type { ModelFigures } from '../../models/advisor/figures.ts'
import { usualWorkingBytes } from '../../models/advisor/fit.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import type { ModelStatus, Scheduler } from '../../scheduler/scheduler.ts'
import type { Services } from '../services.ts'

/** Where what is known of the models here comes from. */
export type FigureSources = Pick<Services, 'scheduler' | 'catalogue'>

/** Every model that is here and can be loaded, as the advisor sees it, whether or not it is loaded. */
export async function figuresHere({ scheduler, catalogue }: FigureSources): Promise<readonly ModelFigures[]> {
  const stored = new Map(catalogue.list().map((model) => [model.id, model]))
  const known = scheduler.models()
  const others = [...stored.values()].filter(
    ({ id, invalid }) => invalid === null && known.every((one) => one.id !== id),
  )
  const all = [...known.map((status) => ({ id: status.id, status })), ...others.map(({ id }) => ({ id, status: null }))]
  const figures = await Promise.all(
    all.map(({ id, status }) => figuresOf(id, status, stored.get(id) ?? null, scheduler)),
  )
  return figures.filter((each) => each !== null)
}

async function figuresOf(
  id: string,
  status: ModelStatus | null,
  stored: StoredModel | null,
  scheduler: Scheduler,
): Promise<ModelFigures | null> {
  const facts = stored?.facts ?? null
  const loaded = status?.loaded ?? null
  const parameters = loaded?.model.parameters ?? facts?.parameters ?? null
  const weightBytes = stored?.sizeBytes ?? loaded?.model.sizeBytes ?? null
  if (parameters === null || weightBytes === null || parameters <= 0) return null
  const outlook = await scheduler.outlook({ id }).catch(() => null)
  return {
    id,
    platform: outlook?.plan.driver ?? status?.settings.plan?.driver ?? 'llama_cpp',
    generates: loaded?.capabilities.generate ?? facts?.capabilities.generate ?? true,
    readsImages: loaded?.capabilities.media.image ?? facts?.capabilities.vision ?? false,
    hears: loaded ? loaded.capabilities.media.audioRate !== null : (facts?.capabilities.audio ?? false),
    callsTools: facts?.capabilities.tools ?? loaded?.model.chatTemplate?.includes('tools') ?? false,
    parameters,
    activeParameters: Math.min(parameters, activeIn(id) ?? parameters),
    precision: facts?.quantization ?? null,
    weightBytes,
    trainedContextTokens: loaded?.model.trainedContextTokens || (facts?.contextTokens ?? USUAL_CONTEXT),
    gated: false,
    ...memoryOf(outlook?.footprint ?? status?.footprint ?? null, outlook?.plan.slots ?? 1, parameters),
  }
}

const USUAL_CONTEXT = 4096

type Footprint = NonNullable<ModelStatus['footprint']>
type MemoryFigures = Pick<ModelFigures, 'cacheBytesPerToken' | 'otherBytes' | 'memorySource'>

/** By what the engine reckons from the file, where it does. */
function memoryOf(footprint: Footprint | null, slots: number, parameters: number): MemoryFigures {
  if (footprint === null || !footprint.contextTokens) {
    const otherBytes = usualWorkingBytes(parameters, 0)
    return { cacheBytesPerToken: usualWorkingBytes(parameters, 1) - otherBytes, otherBytes, memorySource: 'rule' }
  }
  const sum = (of: (device: Footprint['devices'][number]) => number) =>
    footprint.devices.reduce((total, device) => total + of(device), 0)
  return {
    // Of one answer: each slot has as much.
    cacheBytesPerToken: sum(({ kvCache }) => kvCache) / (footprint.contextTokens * slots),
    otherBytes: sum(({ compute, runtime }) => compute + runtime),
    memorySource: 'engine',
  }
}

/** As names tell it of models whose experts rest: 3 billion of `Qwen3-30B-A3B`. */
function activeIn(id: string): number | null {
  const billions = /-A(\d+(?:\.\d+)?)B(?![a-z])/i.exec(id)?.[1]
  return billions === undefined ? null : Number(billions) * 1e9
}
