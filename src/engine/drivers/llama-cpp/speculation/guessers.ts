import type { Speculation, SpeculationKind } from '../../../../core/task.ts'
import type { Guesser } from './guesser.ts'
import { CountedNgrams, NgramCounts } from './ngram-cache.ts'
import { KeyedNgrams } from './ngram-map.ts'
import { ValuedNgrams } from './ngram-map-values.ts'
import { ModPool, PooledNgrams } from './ngram-mod.ts'
import { SimpleNgrams } from './ngram-simple.ts'

/** The kinds that look into the text. */
export type TextKind = Exclude<SpeculationKind, 'draft-simple' | 'draft-eagle3' | 'draft-mtp'>

/** Makes the guessers of one model's requests that look into the text; what some of them share lives here. */
export class Guessers {
  #pool: ModPool | null = null
  readonly #counts = new NgramCounts()

  create(kind: TextKind, { minProbability }: Speculation): Guesser {
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
    }
  }
}
