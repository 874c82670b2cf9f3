import { chatEndpoint } from './chat/route.ts'
import { completionEndpoint } from './completions/route.ts'
import { contextEndpoints } from './context/route.ts'
import { convertEndpoints } from './convert/route.ts'
import { embeddingsEndpoint } from './embeddings/route.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoint } from './export/route.ts'
import { healthEndpoints } from './health/route.ts'
import { jobEndpoints } from './jobs/route.ts'
import { logitsEndpoint } from './logits/route.ts'
import { messagesEndpoints } from './messages/route.ts'
import { modelEndpoints } from './models/route.ts'
import { ollamaEndpoints } from './ollama/route.ts'
import { pullEndpoints } from './pull/route.ts'
import { registryEndpoints } from './registry/route.ts'
import { rerankEndpoint } from './rerank/rerank.ts'
import { scoreEndpoint } from './rerank/score.ts'
import { responsesEndpoints } from './responses/route.ts'
import type { Services } from './services.ts'
import { systemEndpoints } from './system/route.ts'
import { tokenEndpoints } from './tokens/route.ts'

/** Every endpoint of the unified contract. */
export function endpoints(services: Services): readonly Endpoint[] {
  return [
    chatEndpoint(services),
    ...contextEndpoints(services),
    ...tokenEndpoints(services),
    exportEndpoint(services),
    completionEndpoint(services),
    embeddingsEndpoint(services),
    rerankEndpoint(services),
    scoreEndpoint(services),
    logitsEndpoint(services),
    ...responsesEndpoints(services),
    ...messagesEndpoints(services),
    ...ollamaEndpoints(services),
    ...modelEndpoints(services),
    ...pullEndpoints(services),
    ...registryEndpoints(services),
    ...convertEndpoints(services),
    ...jobEndpoints(services),
    ...healthEndpoints(services),
    ...systemEndpoints(services),
  ]
}
