import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { embeddingEndpoints } from './embedding.ts'
import { generationEndpoints } from './generation.ts'
import { managementEndpoints } from './management.ts'
import { modelEndpoints } from './models.ts'
import { pullEndpoint } from './pull.ts'

/** Ollama's API, under `/api`: what many editors and chat programs speak. */
export function ollamaEndpoints(services: Services): readonly Endpoint[] {
  return [
    ...generationEndpoints(services),
    ...embeddingEndpoints(services),
    ...modelEndpoints(services),
    pullEndpoint(services),
    ...catalogueEndpoints(services),
    ...managementEndpoints(),
  ]
}
