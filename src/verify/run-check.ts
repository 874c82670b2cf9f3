import type { Check, Requirement, Target } from './check.ts'
import { Failure, Skip } from './judge.ts'
import type { Outcome, Result } from './report.ts'

const HOW_TO_HAVE: Readonly<Record<Requirement, string>> = {
  model: 'no chat model is known here; name one with --model',
  'embedding model': 'no embedding model was named with --embedding-model',
}

/** Runs one check. Never rejects: whatever goes wrong is what came of it. */
export async function runCheck(check: Check, target: Target, now: () => number): Promise<Result> {
  const { name } = check
  const missing = check.requires.find((requirement) => !has(target, requirement))
  if (missing !== undefined) return { name, outcome: 'skipped', reason: HOW_TO_HAVE[missing], ms: 0 }
  const started = now()
  const result = (outcome: Outcome, reason?: string): Result => {
    const ms = Math.round(now() - started)
    return { name, outcome, ...(reason !== undefined && { reason }), ms }
  }
  try {
    await check.run(target)
    return result('passed')
  } catch (thrown) {
    if (thrown instanceof Skip) return result('skipped', thrown.message)
    return result(check.grade === 'should' ? 'warned' : 'failed', reasonOf(thrown))
  }
}

function has({ model, embeddingModel }: Target, requirement: Requirement): boolean {
  return (requirement === 'model' ? model : embeddingModel) !== ''
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof Failure) return thrown.message
  if (!(thrown instanceof Error)) return 'the check itself failed'
  if (thrown.name === 'TimeoutError') return 'no answer in time'
  const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : ''
  return `${thrown.message}${cause}`
}
