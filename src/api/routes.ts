import { ERROR_FORMATS } from '../contracts/error-format.ts'
import type { TrivetError } from '../core/errors.ts'
import { type ContractId, PRODUCTS, type Product } from '../core/products.ts'
import { adviceEndpoint } from './advice/route.ts'
import { audioEndpoints } from './audio/route.ts'
import { benchmarkEndpoints } from './benchmarks/route.ts'
import { chatEndpoint } from './chat/route.ts'
import { chatEndpoints } from './chats/route.ts'
import { completionEndpoint } from './completions/route.ts'
import { contextEndpoints } from './context/route.ts'
import { convertEndpoints } from './convert/route.ts'
import { deviceEndpoints } from './devices/route.ts'
import { diagnosticsEndpoint } from './diagnostics/route.ts'
import { embeddingsEndpoint } from './embeddings/route.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoint } from './export/route.ts'
import { geniexEndpoints } from './geniex/routes.ts'
import { healthEndpoints } from './health/route.ts'
import { inferbridgeEndpoints } from './inferbridge/routes.ts'
import { jobEndpoints } from './jobs/route.ts'
import { keyEndpoints } from './keys/route.ts'
import { libraryEndpoint } from './library/route.ts'
import { llamapiEndpoints } from './llamapi/routes.ts'
import { logitsEndpoint } from './logits/route.ts'
import { logEndpoint } from './logs/route.ts'
import { messagesEndpoints } from './messages/route.ts'
import { modelEndpoints } from './models/route.ts'
import { ollamaEndpoints } from './ollama/route.ts'
import { pageEndpoints } from './page/route.ts'
import { pullEndpoints } from './pull/route.ts'
import { registryEndpoints } from './registry/route.ts'
import { requestEndpoints } from './requests/route.ts'
import { rerankEndpoint } from './rerank/rerank.ts'
import { scoreEndpoint } from './rerank/score.ts'
import { responsesEndpoints } from './responses/route.ts'
import type { Services } from './services.ts'
import { systemEndpoints } from './system/route.ts'
import { telemetryEndpoints } from './telemetry/route.ts'
import { tokenEndpoints } from './tokens/route.ts'

/** Every endpoint of the unified contract. */
function unifiedEndpoints(services: Services): readonly Endpoint[] {
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
    ...audioEndpoints(services),
    ...responsesEndpoints(services),
    ...chatEndpoints(services),
    ...messagesEndpoints(services),
    ...ollamaEndpoints(services),
    ...modelEndpoints(services),
    ...pullEndpoints(services),
    libraryEndpoint(services),
    adviceEndpoint(services),
    ...registryEndpoints(services),
    ...convertEndpoints(services),
    ...jobEndpoints(services),
    ...benchmarkEndpoints(services),
    ...deviceEndpoints(services),
    ...keyEndpoints(services),
    ...healthEndpoints(services),
    ...telemetryEndpoints(services),
    logEndpoint(services) as Endpoint,
    diagnosticsEndpoint(services),
    ...requestEndpoints(services),
    ...systemEndpoints(services),
  ]
}

const PRODUCT_ENDPOINTS: Readonly<Record<Product, (services: Services) => readonly Endpoint[]>> = {
  geniex: geniexEndpoints,
  inferbridge: inferbridgeEndpoints,
  llamapi: llamapiEndpoints,
}

/**
 * What is mounted: each contract's routes below its name, ours below `/trivet`, where the command line asks; and at the
 * root the unified ones, or those of the product that this server stands in for, with whatever of ours they leave room
 * for. The web page asks the routes beside it, and so is only where those are ours.
 */
export function endpoints(services: Services, contract: ContractId = 'unified'): readonly Endpoint[] {
  const unified = unifiedEndpoints(services)
  const ours = [...unified, ...pageEndpoints(services)]
  const beside = [...unified, ...pageEndpoints({ ...services, page: null })]
  const root = contract === 'unified' ? ours : inFront(PRODUCT_ENDPOINTS[contract](services), beside, contract)
  return [
    ...root,
    ...below('/trivet', ours),
    ...PRODUCTS.flatMap((product) => below(`/${product}`, PRODUCT_ENDPOINTS[product](services))),
  ]
}

/**
 * The second ones only where the first have nothing: no other method of a path that is theirs either. Their errors are
 * put as the product's clients read them, but for those in a stream, whose form is a part of it.
 */
function inFront(first: readonly Endpoint[], second: readonly Endpoint[], product: Product): readonly Endpoint[] {
  const taken = [...new Set(first.map(({ path }) => path))]
  const room = second.filter(({ path }) => !taken.includes(path))
  return [
    ...first,
    ...room.map((endpoint) => ({
      failure: (error: TrivetError) => ERROR_FORMATS[endpoint.errors ?? 'openai'](error).body,
      ...endpoint,
      errors: endpoint.errors ?? product,
      except: taken,
    })),
  ]
}

function below(prefix: string, endpoints: readonly Endpoint[]): readonly Endpoint[] {
  return endpoints.map((endpoint) => ({
    ...endpoint,
    path: endpoint.path === '/' ? prefix : `${prefix}${endpoint.path}`,
    hidden: true,
    async handle(call) {
      const reply = await endpoint.handle(call)
      return reply.kind === 'redirect' ? { ...reply, location: `${prefix}${reply.location}` } : reply
    },
  }))
}
