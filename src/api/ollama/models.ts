import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { type Endpoint, json } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { describeRunning, describeTag, describeWhole, runningSchema, showSchema, tagsSchema } from './describe.ts'
import { modelNamed } from './names.ts'
import { modelName } from './request-schema.ts'

/** The release of Ollama whose API this is: some of its clients refuse to talk to an older one. */
const API_VERSION = '0.12.6'

const named = { model: modelName.nullish(), name: modelName.nullish().describe('Older name of `model`, which wins.') }
const showRequest = z.object({ ...named, verbose: z.unknown().optional(), options: z.unknown().optional() })

type ShowFields = z.infer<typeof showRequest>

/** Ollama's ways to ask what there is. */
export function modelEndpoints({ scheduler, version }: Services): readonly Endpoint[] {
  const common = { tag: 'Ollama', errors: 'ollama' } as const
  const tags: Endpoint = {
    ...common,
    method: 'GET',
    path: '/api/tags',
    summary: 'List the models',
    responses: { 200: { description: 'The models.', content: { 'application/json': tagsSchema } } },
    handle: () => json({ models: scheduler.models().map(describeTag) }),
  }
  const running: Endpoint = {
    ...common,
    method: 'GET',
    path: '/api/ps',
    summary: 'List the models that are loaded',
    responses: { 200: { description: 'The models.', content: { 'application/json': runningSchema } } },
    handle: () => {
      const ready = scheduler.models().filter(({ state, loaded }) => state === 'ready' && loaded !== null)
      return json({ models: ready.map(describeRunning) })
    },
  }
  const show: Endpoint<ShowFields> = {
    ...common,
    method: 'POST',
    path: '/api/show',
    summary: 'Describe one model',
    body: showRequest,
    responses: { 200: { description: 'The model.', content: { 'application/json': showSchema } } },
    handle: ({ body }) => {
      const name = body.model ?? body.name
      if (!name) throw new TrivetError('missing_field', { field: 'model' }, 'model')
      return json(describeWhole(scheduler.model(modelNamed(scheduler, name))))
    },
  }
  const release: Endpoint = {
    ...common,
    method: 'GET',
    path: '/api/version',
    summary: 'Tell the version',
    responses: {
      200: {
        description: "Of Ollama's API, and of Trivet.",
        content: { 'application/json': z.object({ version: z.string(), trivet: z.string() }) },
      },
    },
    handle: () => json({ version: API_VERSION, trivet: version }),
  }
  return [tags, running, show, release]
}
