import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { definitionOf } from '../../../models/library/definition.ts'
import { LIBRARY } from '../../../models/library/library.ts'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { Endpoint } from '../../endpoint.ts'
import { decodeDefinition, encodeDefinition, registerSchema } from '../../registry/fields.ts'
import type { Services } from '../../services.ts'
import { type KnownModel, knownModels } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { inferbridgeRoute } from '../route.ts'
import { importSchema, planImport, readDefinitions } from './definitions.ts'
import { libraryQuery, listLibrary } from './list.ts'

const FILE = { 'content-disposition': 'attachment; filename="model-definitions.json"' } as const

const exportQuery = z.object({ include_all: z.stringbool().default(false) })

const convertedSchema = z.object({
  ...registerSchema.shape,
  source_model: z.string().max(240).default(''),
  source_path: z.string().min(1).max(1024),
  overwrite: z.boolean().default(false),
})

/** Models worth having, and definitions of models as files. */
export function libraryEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { clock, definitions, puller } = services
  const inUse = ({ id, status }: KnownModel) =>
    (status !== null && isLoaded(status)) || lifecycle.operation(id)?.ended === false
  return [
    inferbridgeRoute('GET /v1/model-library', {
      summary: 'Browse the curated models',
      query: libraryQuery,
      tells: 'The models.',
      answer: ({ query }) => listLibrary(services, lifecycle, query),
    }),
    inferbridgeRoute('POST /v1/model-library/refresh', {
      summary: 'Read the curated models anew',
      tells: 'The models: they are a part of this release, and nothing is fetched.',
      async answer() {
        const library = await listLibrary(services, lifecycle, libraryQuery.parse({}))
        return { status: 'refreshed', result: { added: [], updated: [], conflicts: [] }, library }
      },
    }),
    inferbridgeRoute('GET /v1/model-library/export', {
      summary: 'Download the definitions',
      query: exportQuery,
      tells: 'The definitions.',
      headers: FILE,
      async answer({ query: { include_all } }) {
        const known = include_all ? (await knownModels(services)).flatMap(({ definition }) => definition ?? []) : []
        const all = [...LIBRARY.map(definitionOf), ...(await definitions.list()), ...known]
        const models = Object.fromEntries(all.map((definition) => [definition.id, encodeDefinition(definition)]))
        return { schema_version: 1, application: 'Trivet', exported_at: new Date(clock.now()).toISOString(), models }
      },
    }),
    inferbridgeRoute('POST /v1/model-library/import-definitions', {
      summary: 'Add models by a file of definitions',
      body: importSchema,
      tells: 'They are known now.',
      async answer({ body: { payload, overwrite } }) {
        const wanted = readDefinitions(payload)
        const plan = planImport(wanted, await knownModels(services), overwrite, inUse)
        await definitions.put(wanted.filter(({ id }) => !plan.unchanged.includes(id)))
        return { status: 'imported', ...plan }
      },
    }),
    inferbridgeRoute('POST /v1/model-library/import-converted', {
      summary: 'Copy a model of this machine',
      body: convertedSchema,
      tells: 'It is here now.',
      async answer({ body, signal }) {
        const { source_path: path, overwrite, model_id: id } = body
        const known = (await knownModels(services)).find((each) => each.id === id)
        if (known !== undefined || overwrite) {
          const reason = `\`${id}\` is not overwritten. Choose another id, or unload and delete that model first.`
          throw known !== undefined && inUse(known)
            ? new TrivetError('model_in_use', { model: id }, 'model_id')
            : new TrivetError('invalid_value', { reason }, 'model_id')
        }
        const watch = { signal, stage: () => {}, progress: () => {} }
        const stored = await puller.pull({ reference: { hub: 'disk', path, precisions: [] }, id }, watch)
        await definitions.put([decodeDefinition({ ...body, source_model: body.source_model || `local:${id}` })])
        const told = await lifecycle.toldNow(id, `The model '${id}' is copied.`, 'imported')
        const conversion_health = { status: 'compatible', label: 'Ready', details: [] }
        return { ...told, model_id: id, target_path: stored.path, size_bytes: stored.sizeBytes, conversion_health }
      },
    }),
  ]
}
