import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { decodeDefinition, encodeDefinition, registerSchema } from '../../registry/fields.ts'
import { validate } from '../../validation/validation.ts'
import type { KnownModel } from '../models/known.ts'

/** Models of one file. */
const MOST = 50

export const importSchema = z.object({
  payload: z.record(z.string(), z.unknown()),
  overwrite: z.boolean().default(false),
})

/** The definitions of an exported file, or of a bare table of models by their ids. Throws what registering them would. */
export function readDefinitions(payload: Readonly<Record<string, unknown>>): readonly Definition[] {
  const { models = payload } = payload
  const entries = Object.entries((models ?? {}) as object)
  if (entries.length === 0 || entries.length > MOST) throw conflict(`The file must have 1 to ${MOST} models.`)
  const read = entries.map(([id, fields]) =>
    decodeDefinition(validate(registerSchema, { model_id: id, ...(fields as object) })),
  )
  if (new Set(read.map(({ id }) => id)).size < read.length) throw conflict('An id is there twice.')
  return read
}

/** What importing them changes, by id. */
export interface ImportPlan {
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
}

/**
 * Throws `model_busy` about one that would be another than it is, unless that is wanted, and then about one in use.
 * @param inUse whether a model is loaded or worked on
 */
export function planImport(
  wanted: readonly Definition[],
  known: readonly KnownModel[],
  overwrite: boolean,
  inUse: (model: KnownModel) => boolean,
): ImportPlan {
  const fates = wanted.map((definition) => {
    const { id } = definition
    const there = known.find((each) => each.id === id)
    if (there === undefined || there.definition === null) return { id, fate: 'added' as const }
    if (isSame(there.definition, definition)) return { id, fate: 'unchanged' as const }
    if (inUse(there)) throw conflict(`The model \`${id}\` is in use, and can not be defined anew.`)
    if (!overwrite) throw conflict(`There is another model \`${id}\` already. \`overwrite\` replaces it.`)
    return { id, fate: 'updated' as const }
  })
  const having = (fate: keyof ImportPlan) => fates.filter((each) => each.fate === fate).map(({ id }) => id)
  return { added: having('added'), updated: having('updated'), unchanged: having('unchanged') }
}

function isSame(a: Definition, b: Definition): boolean {
  return JSON.stringify(encodeDefinition(a)) === JSON.stringify(encodeDefinition(b))
}

function conflict(reason: string): TrivetError {
  return new TrivetError('model_busy', { reason }, 'payload')
}
