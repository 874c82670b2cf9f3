import { modelStore } from '../api/model-feed.ts'
import { canChat, type Model } from '../api/models.ts'
import { useStore } from '../lib/store.ts'

export interface ModelChoice {
  /** Those that answer; `null`: not known yet. */
  readonly models: readonly Model[] | null
  readonly model: Model | null
}

/** The model that answers: the one wished for, else one that is loaded, else any. */
export function useModel(wish: string | null): ModelChoice {
  const models = useStore(modelStore)?.filter(canChat) ?? null
  const model =
    models?.find(({ id }) => id === wish) ?? models?.find(({ state }) => state === 'ready') ?? models?.[0] ?? null
  return { models, model }
}
