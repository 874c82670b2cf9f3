import type { PromptProgress, Usage } from './event.ts'

/** What a prompt has cost an answer that ends before its engine says so; `null`: nothing was heard of it. */
export function promptCost(
  progress: Pick<PromptProgress, 'total' | 'cached' | 'estimated'> | null,
): Pick<Usage, 'promptTokens' | 'cachedTokens' | 'estimated'> {
  const { total: promptTokens, cached: cachedTokens, estimated } = progress ?? { total: 0, cached: 0 }
  return { promptTokens, cachedTokens, ...(estimated && { estimated }) }
}
