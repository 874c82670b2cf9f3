import type { Speculation } from '../../../../core/task.ts'
import type { Guesser } from './guesser.ts'
import { CountedNgrams, NgramCounts } from './ngram-cache.ts'
import { KeyedNgrams } from './ngram-map.ts'
import { ValuedNgrams } from './ngram-map-values.ts'
import { ModPool, PooledNgrams } from './ngram-mod.ts'
import { SimpleNgrams } from './ngram-simple.ts'

/** Makes the guessers of one model's requests that need no draft model; what some of them share lives here. */
export class Guessers {
  #pool: ModPool | null = null
  readonly #counts = new NgramCounts()

  /** `null` for `draft-simple`, whose guesses a `DraftModel` makes for all answers together. */
  create({ kind, minProbability }: Speculation): Guesser | null {
    switch (kind) {
      case 'ngram-simple':
        return new SimpleNgrams()
      case 'ngram-map-k':
        return new KeyedNgrams()
      case 'ngram-map-k4v':
        return new ValuedNgrams()
      case 'ngram-mod':
        this.#pool ??= new ModPool()
        return new PooledNgrams(this.#pool)
      case 'ngram-cache':
        return new CountedNgrams(this.#counts, minProbability)
      case 'draft-simple':
        return null
    }
  }
}
