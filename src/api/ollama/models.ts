import { z } from 'zod'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import { viewModel, viewModels, viewOf } from '../models/catalogue-view.ts'
import type { Services } from '../services.ts'
import { describeRunning, describeTag, describeWhole, runningSchema, showSchema, tagsSchema } from './describe.ts'
import { eitherName, modelNamed, nameOf } from './names.ts'

/** The release of Ollama whose API this is: some of its clients refuse to talk to an older one. */
const API_VERSION = '0.12.6'

const showRequest = z.object({ ...eitherName, verbose: z.unknown().optional(), options: z.unknown().optional() })

type ShowFields = z.infer<typeof showRequest>

/** Ollama's ways to ask what there is. */
export function modelEndpoints(services: Services): readonly Endpoint[] {
  const { scheduler, catalogue, version } = services
  const common = { tag: 'Ollama', errors: 'ollama' } as const
  const tags: Endpoint = {
    ...common,
    method: 'GET',
    path: '/api/tags',
    scope: 'read',
    summary: 'List the models',
    responses: { 200: jsonDoc('The models.', tagsSchema) },
    handle: async () => {
      const views = await viewModels(services)
      // Broken ones are told by /v1/models: here they could only be told as if they worked.
      return json({ models: views.filter(({ stored }) => stored === null || stored.invalid === null).map(describeTag) })
    },
  }
  const running: Endpoint = {
    ...common,
    method: 'GET',
    path: '/api/ps',
    scope: 'read',
    summary: 'List the models that are loaded',
    responses: { 200: jsonDoc('The models.', runningSchema) },
    handle: () => {
      const ready = scheduler.models().filter(({ state, loaded }) => state === 'ready' && loaded !== null)
      return json({ models: ready.map((status) => describeRunning(viewOf(catalogue, status))) })
    },
  }
  const show: Endpoint<ShowFields> = {
    ...common,
    method: 'POST',
    path: '/api/show',
    scope: 'read',
    summary: 'Describe one model',
    body: showRequest,
    responses: { 200: jsonDoc('The model.', showSchema) },
    handle: async ({ body }) => json(describeWhole(await viewModel(services, modelNamed(scheduler, nameOf(body))))),
  }
  const release: Endpoint = {
    ...common,
    method: 'GET',
    path: '/api/version',
    scope: 'read',
    summary: 'Tell the version',
    responses: {
      200: jsonDoc("Of Ollama's API, and of Trivet.", z.object({ version: z.string(), trivet: z.string() })),
    },
    handle: () => json({ version: API_VERSION, trivet: version }),
  }
  return [tags, running, show, release]
}
