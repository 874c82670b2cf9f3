import { converse, type Exchange, type Question } from './exchange.ts'
import type { Target } from './target.ts'

/** Requests kept in flight until all are answered. */
export interface Load {
  readonly concurrency: number
  readonly requests: number
  /** The question of each, by index. */
  question(index: number): Question
}

export interface Run {
  readonly exchanges: readonly Exchange[]
  readonly wallMs: number
}

/** Closed loop: each of `concurrency` clients asks its next question when it has its answer. */
export async function runLoad(target: Target, load: Load): Promise<Run> {
  const exchanges: Exchange[] = []
  let next = 0
  const client = async () => {
    while (next < load.requests) exchanges.push(await converse(target, load.question(next++)))
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: load.concurrency }, client))
  return { exchanges, wallMs: performance.now() - start }
}
