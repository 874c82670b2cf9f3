import { GrammarRefusal } from './refusal.ts'

let left = Number.POSITIVE_INFINITY

/**
 * Runs `make` with so many steps of work to spend. Compiling blocks whoever compiles, so what a client asks for must
 * not cost without end; and counting steps rather than time, the same input is accepted everywhere.
 */
export function withinBudget<Result>(steps: number, make: () => Result): Result {
  const before = left
  left = steps
  try {
    return make()
  } finally {
    left = before
  }
}

/** Throws a GrammarRefusal when nothing is left to spend. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw new GrammarRefusal('is too much work to compile')
}
