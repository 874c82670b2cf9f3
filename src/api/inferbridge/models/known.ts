import { TrivetError } from '../../../core/errors.ts'
import { definitionOf } from '../../../models/library/definition.ts'
import { LIBRARY } from '../../../models/library/library.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import type { ModelStatus } from '../../../scheduler/scheduler.ts'
import { type ModelView, viewKnown } from '../../models/catalogue-view.ts'
import type { Services } from '../../services.ts'

/** A model of InferBridge's catalogue: here, registered, or in the library. */
export interface KnownModel {
  readonly id: string
  /** `null`: it is not here. */
  readonly view: ModelView | null
  /** `null`: it is not here. */
  readonly status: ModelStatus | null
  /** Where it would come from; `null`: nobody said. */
  readonly definition: Definition | null
}

type Sources = Pick<Services, 'scheduler' | 'catalogue' | 'definitions'>

/** What is here first, then what was registered, then the library. */
export async function knownModels(services: Sources): Promise<readonly KnownModel[]> {
  const definitions = await allDefinitions(services)
  const views = viewKnown(services)
  const here = new Set(views.map(({ status }) => status.id))
  return [
    ...views.map((view) => ({
      id: view.status.id,
      view,
      status: view.status,
      definition: definitions.get(view.status.id) ?? null,
    })),
    ...[...definitions.values()]
      .filter(({ id }) => !here.has(id))
      .map((definition) => ({ id: definition.id, view: null, status: null, definition })),
  ]
}

/** By its whole id, blanks around it aside, or by an alias. Rejects with `model_not_found`. */
export async function knownModel(services: Sources, name: string): Promise<KnownModel> {
  const id = name.trim()
  const known = await knownModels(services)
  const found =
    known.find((each) => each.id === id) ?? known.find(({ view }) => view?.stored?.aliases.includes(id) ?? false)
  if (found === undefined) throw new TrivetError('model_not_found', { model: id.slice(0, 200) }, 'model')
  return found
}

/** The user's own are over the library's. */
async function allDefinitions({ definitions }: Sources): Promise<ReadonlyMap<string, Definition>> {
  const registered = await definitions.list()
  const all = [...registered, ...LIBRARY.map(definitionOf)].toReversed()
  return new Map(all.map((definition) => [definition.id, definition] as const).toReversed())
}
