import { createStore } from '../lib/store.ts'
import { wordsOf } from '../lib/words.ts'
import { listModels, type Model } from './models.ts'
import { ApiError, request } from './request.ts'
import { readEvents } from './sse.ts'

/** The server's models as they are; `null`: not known yet. */
export const modelStore = createStore<readonly Model[] | null>(null)

/** Why they aren't known; `null`: they are. */
export const outageStore = createStore<string | null>(null)

type ModelEvent =
  | { readonly type: 'model.state'; readonly model: Model }
  | { readonly type: 'model.removed'; readonly id: string }

const RETRY_MS = 2000

/**
 * Keeps the models up to date while the page is seen: browsers share few connections among all pages of a server, so
 * that one in the background leaves its own to others. Returns what ends it.
 */
export function followModels(): () => void {
  let following: AbortController | null = null
  const seen = () => {
    following?.abort()
    following = null
    if (document.visibilityState === 'hidden') return
    following = new AbortController()
    void follow(following.signal)
  }
  seen()
  document.addEventListener('visibilitychange', seen)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    following?.abort()
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      modelStore.set(await listModels(signal))
      outageStore.set(null)
      const { body } = await request('v1/models/events', { signal })
      if (body === null) return
      for await (const event of readEvents<ModelEvent>(body)) {
        if (signal.aborted) return
        modelStore.update((models) => changed(models ?? [], event))
      }
    } catch (error) {
      if (signal.aborted) return
      outageStore.set(wordsOf(error))
      // Without a key there is nothing to try again.
      if (error instanceof ApiError && error.status === 401) return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

function changed(models: readonly Model[], event: ModelEvent): readonly Model[] {
  if (event.type === 'model.removed') return models.filter(({ id }) => id !== event.id)
  const known = models.some(({ id }) => id === event.model.id)
  if (!known) return [...models, event.model]
  return models.map((model) => (model.id === event.model.id ? event.model : model))
}
