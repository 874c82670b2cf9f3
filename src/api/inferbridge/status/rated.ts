import { latestSpeeds } from '../../../benchmarks/latest.ts'
import type { Services } from '../../services.ts'
import { knownModels } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import type { Rated } from './advisor.ts'
import { evaluate } from './evaluation.ts'

/** The whole catalogue, with what each model would take here now. */
export async function ratedModels(services: Services, lifecycle: Lifecycle): Promise<readonly Rated[]> {
  const [{ memory }, known] = await Promise.all([services.machine.report(), knownModels(services)])
  const speeds = latestSpeeds(services.benchmarks.list())
  return known.map((each) => {
    const entry = lifecycle.entry(each)
    return { entry, evaluation: evaluate(each, entry, memory), measuredSpeed: speeds.get(entry.id) ?? null }
  })
}
