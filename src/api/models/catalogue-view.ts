import { TrivetError } from '../../core/errors.ts'
import type { Catalogue } from '../../models/catalogue/catalogue.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import type { ModelStatus } from '../../scheduler/scheduler.ts'
import type { Services } from '../services.ts'

type Sources = Pick<Services, 'scheduler' | 'catalogue'>

/** A model as its files and its engines have it. */
export interface ModelView {
  readonly status: ModelStatus
  /** `null`: it was loaded by its path. */
  readonly stored: StoredModel | null
}

/** Every model there is, broken ones too, by a new look at the disk. */
export async function viewModels(sources: Sources): Promise<ModelView[]> {
  await sources.catalogue.refresh()
  return viewKnown(sources)
}

/** The same, as last seen. */
export function viewKnown({ scheduler, catalogue }: Sources): ModelView[] {
  const stored = new Map(catalogue.list().map((model) => [model.id, model]))
  const statuses = scheduler.models()
  const known = new Set(statuses.map(({ id }) => id))
  const broken = catalogue.list().filter(({ id }) => !known.has(id))
  return [
    ...statuses.map((status) => ({ status, stored: stored.get(status.id) ?? null })),
    ...broken.map((model) => ({ status: restingStatus(model), stored: model })),
  ]
}

/** What its files say beside what its engines do, as last seen. */
export function viewOf(catalogue: Catalogue, status: ModelStatus): ModelView {
  return { status, stored: catalogue.list().find(({ id }) => id === status.id) ?? null }
}

/** One of them, by any of its names. Rejects with `model_not_found` or `model_ambiguous`. */
export async function viewModel({ scheduler, catalogue }: Sources, name: string): Promise<ModelView> {
  const stored = await catalogue.look(name).catch((error: unknown) => {
    if (error instanceof TrivetError && error.code === 'model_not_found') return null
    throw error
  })
  if (stored !== null && stored.invalid !== null && stored.source !== 'config')
    return { status: restingStatus(stored), stored }
  return { status: scheduler.model(stored?.id ?? name), stored }
}

/** Of a model that no scheduler has to do with: a broken one, or any when there is no server. */
export function restingStatus({ id, path, invalid, modifiedMs }: StoredModel): ModelStatus {
  return {
    id,
    path,
    state: invalid === null ? 'stopped' : 'failed',
    reason: invalid,
    progress: 0,
    created: Math.floor(modifiedMs / 1000),
    running: 0,
    waiting: 0,
    loaded: null,
    settings: { plan: null, placement: {}, instances: 0, queueCapacity: 0, keepAliveMs: 0, adapters: [], defaults: {} },
    instances: [],
    groups: [],
    footprint: null,
    expiresMs: null,
  }
}
