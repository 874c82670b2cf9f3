import type { Usage } from '../../core/event.ts'
import { totalUsage, type UsageTotals } from '../answering/usage.ts'

/** The usage of all prompts together. `usages` are by task, `candidates` tasks a prompt. */
export function sumUsage(usages: ReadonlyMap<number, Usage>, candidates: number): UsageTotals {
  const byPrompt = new Map<number, Usage[]>()
  for (const [task, usage] of usages) {
    const prompt = Math.floor(task / candidates)
    byPrompt.set(prompt, [...(byPrompt.get(prompt) ?? []), usage])
  }
  const none: UsageTotals = { promptTokens: 0, completionTokens: 0, cachedTokens: 0 }
  return [...byPrompt.values()].map(totalUsage).reduce(add, none)
}

function add(a: UsageTotals, b: UsageTotals): UsageTotals {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    ...((a.estimated || b.estimated) && { estimated: true as const }),
    ...addSpeculation(a.speculation, b.speculation),
  }
}

type Guesses = UsageTotals['speculation']

function addSpeculation(a: Guesses, b: Guesses): Pick<UsageTotals, 'speculation'> {
  if (a === undefined) return b === undefined ? {} : { speculation: b }
  if (b === undefined) return { speculation: a }
  return { speculation: { accepted: a.accepted + b.accepted, rejected: a.rejected + b.rejected } }
}
