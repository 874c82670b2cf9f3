import type { Clock } from '../../../core/clock.ts'
import { asTrivetError, type TrivetError } from '../../../core/errors.ts'
import { unlike } from './chunks.ts'
import { createClient } from './client.ts'
import type { Endpoint, RemoteModel } from './endpoint.ts'
import { modelsPath, readListing, unlisted } from './listing.ts'

/** How often servers are asked what they have. */
const LOOK_MS = 30_000
const PATIENCE_MS = 5_000

/** Which server has which model, as last heard. */
export interface Directory {
  /** By their names there, each once. */
  models(): readonly string[]
  /** The servers that have it. */
  of(model: string): readonly RemoteModel[]
  /** One of them for another instance, of those that have the fewest; given back by `release`. `null`: none has it. */
  take(model: string): { readonly remote: RemoteModel; release(): void } | null
  /** Asks them all once more. Never rejects. */
  look(): Promise<void>
  close(): void
}

/** Of a program that asks nobody. */
export const NO_SERVERS: Directory = {
  models: () => [],
  of: () => [],
  take: () => null,
  look: async () => {},
  close() {},
}

export interface DirectoryOptions {
  readonly endpoints: readonly Endpoint[]
  readonly clock: Clock
  /** Told once as long as it lasts. */
  report(problem: TrivetError): void
}

/** Asks every server now, and from then on again and again. One that doesn't answer keeps the models it had, or was given. */
export async function openDirectory({ endpoints, clock, report }: DirectoryOptions): Promise<Directory> {
  const known = new Map<Endpoint, readonly RemoteModel[]>(
    endpoints.map((endpoint) => [endpoint, (endpoint.models ?? []).map((id) => unlisted(endpoint, id))]),
  )
  const taken = new Map<Endpoint, number>()
  const troubled = new Set<Endpoint>()
  let forget = () => {}
  let closed = false

  async function ask(endpoint: Endpoint): Promise<void> {
    const client = createClient(endpoint)
    const patience = new AbortController()
    const enough = clock.after(PATIENCE_MS, () => patience.abort())
    try {
      const told = await client.get(modelsPath(endpoint), patience.signal)
      const models = readListing(endpoint, told)
      if (models === null) throw unlike(endpoint.url, 'answers what is no list of models', told)
      known.set(endpoint, models)
      troubled.delete(endpoint)
    } catch (thrown) {
      if (!troubled.has(endpoint)) report(asTrivetError(thrown))
      troubled.add(endpoint)
    } finally {
      enough()
      client.close()
    }
  }

  async function look(): Promise<void> {
    forget()
    await Promise.all(endpoints.map(ask))
    if (!closed && endpoints.length > 0) forget = clock.after(LOOK_MS, () => void look())
  }

  const of = (model: string) => Array.from(known.values(), (models) => models.filter(({ id }) => id === model)).flat()

  await look()
  return {
    models: () => [...new Set(Array.from(known.values()).flatMap((models) => models.map(({ id }) => id)))],
    of,
    take(model) {
      const uses = ({ endpoint }: RemoteModel) => (troubled.has(endpoint) ? 1_000 : 0) + (taken.get(endpoint) ?? 0)
      const [remote] = of(model).toSorted((a, b) => uses(a) - uses(b))
      if (remote === undefined) return null
      const { endpoint } = remote
      taken.set(endpoint, (taken.get(endpoint) ?? 0) + 1)
      return { remote, release: () => void taken.set(endpoint, (taken.get(endpoint) ?? 1) - 1) }
    },
    look,
    close() {
      closed = true
      forget()
    },
  }
}
