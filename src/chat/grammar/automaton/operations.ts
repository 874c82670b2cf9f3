import { type Alphabet, alphabetOf } from './alphabet.ts'
import { DEAD, type Dfa, explore } from './dfa.ts'
import { includes } from './ranges.ts'

/** Texts that are in both. */
export function both(a: Dfa, b: Dfa): Dfa {
  const alphabet = alphabetOf([...a.alphabet, ...b.alphabet])
  const inA = translation(alphabet, a.alphabet)
  const inB = translation(alphabet, b.alphabet)
  return explore<readonly [number, number]>(
    alphabet,
    [0, 0],
    ([left, right]) => `${left} ${right}`,
    ([left, right]) => ({
      accepting: (a.accepting[left] ?? false) && (b.accepting[right] ?? false),
      next: alphabet.map((_, symbol) => {
        const toA = a.next[left]?.[inA[symbol] ?? DEAD] ?? DEAD
        const toB = b.next[right]?.[inB[symbol] ?? DEAD] ?? DEAD
        return toA === DEAD || toB === DEAD ? null : [toA, toB]
      }),
    }),
  )
}

/** Texts that are not in it. */
export function not({ alphabet, accepting, next }: Dfa): Dfa {
  return explore<number>(alphabet, 0, String, (state) => ({
    accepting: !(accepting[state] ?? false),
    next: alphabet.map((_, symbol) => next[state]?.[symbol] ?? DEAD),
  }))
}

/** Texts of so many code points; `max: null` has no limit. */
export function ofLength(dfa: Dfa, min: number, max: number | null): Dfa {
  const { alphabet, accepting, next } = dfa
  if (min === 0 && max === null) return dfa
  // From here on another character makes no difference to the length.
  const enough = max === null ? min : Number.POSITIVE_INFINITY
  return explore<readonly [number, number]>(
    alphabet,
    [0, 0],
    ([state, length]) => `${state} ${length}`,
    ([state, length]) => ({
      accepting: (accepting[state] ?? false) && length >= min,
      next: (next[state] ?? []).map((target) =>
        target === DEAD || length === max ? null : [target, Math.min(length + 1, enough)],
      ),
    }),
  )
}

/** Exactly these texts. */
export function anyOfTexts(texts: readonly string[]): Dfa {
  const characters = texts.flatMap((text) => [...text].map((one) => one.codePointAt(0) ?? 0))
  const alphabet = alphabetOf([...new Set(characters)].map((codePoint) => [[codePoint, codePoint]]))
  const wanted = new Set(texts)
  const beginnings = new Set(texts.flatMap((text) => [...text].map((_, end, all) => all.slice(0, end + 1).join(''))))
  const letters = alphabet.map(([range]) => (range && range[0] === range[1] ? String.fromCodePoint(range[0]) : null))
  return explore<string>(
    alphabet,
    '',
    (beginning) => beginning,
    (beginning) => ({
      accepting: wanted.has(beginning),
      next: letters.map((letter) =>
        letter !== null && beginnings.has(beginning + letter) ? beginning + letter : null,
      ),
    }),
  )
}

/** Every text. */
export const ANY_TEXT: Dfa = { alphabet: alphabetOf([]), accepting: [true], next: [[0]] }

/** Of each symbol of the finer alphabet, the symbol of the coarser that it is a part of. */
function translation(finer: Alphabet, coarser: Alphabet): readonly number[] {
  return finer.map(([range]) => coarser.findIndex((ranges) => range !== undefined && includes(ranges, range[0])))
}
