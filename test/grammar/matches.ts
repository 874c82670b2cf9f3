import type { GrammarPart } from '../../src/chat/grammar/part.ts'

/** Whether a text is in a part's language: a second reading of grammars, independent of llama.cpp's. */
export function matches(part: GrammarPart, text: string): boolean {
  return new Reader([...text].map((character) => character.codePointAt(0) ?? 0))
    .ends(part, 0)
    .has(text === '' ? 0 : [...text].length)
}

class Reader {
  readonly #text: readonly number[]
  readonly #known = new Map<GrammarPart, Map<number, ReadonlySet<number>>>()

  constructor(text: readonly number[]) {
    this.#text = text
  }

  /** Where the part may end when it begins at `at`. Parts never begin with themselves. */
  ends(part: GrammarPart, at: number): ReadonlySet<number> {
    const known = this.#known.get(part) ?? new Map<number, ReadonlySet<number>>()
    this.#known.set(part, known)
    const found = known.get(at) ?? this.#read(part, at)
    known.set(at, found)
    return found
  }

  #read(part: GrammarPart, at: number): ReadonlySet<number> {
    switch (part.kind) {
      case 'literal': {
        const wanted = [...part.text].map((character) => character.codePointAt(0))
        return new Set(wanted.every((code, index) => this.#text[at + index] === code) ? [at + wanted.length] : [])
      }
      case 'characters': {
        const code = this.#text[at]
        const fits = code !== undefined && part.ranges.some(([first, last]) => first <= code && code <= last)
        return new Set(fits ? [at + 1] : [])
      }
      case 'sequence':
        return part.parts.reduce<ReadonlySet<number>>((ends, one) => this.#after(ends, one), new Set([at]))
      case 'choice':
        return new Set(part.parts.flatMap((one) => [...this.ends(one, at)]))
      case 'repeat':
        return this.#repeated(part.part, part.min, part.max ?? this.#text.length, at)
      case 'rule':
        return this.ends(part.body, at)
      case 'token':
        throw new Error('tokens are not text')
    }
  }

  #after(ends: ReadonlySet<number>, part: GrammarPart): ReadonlySet<number> {
    return new Set([...ends].flatMap((end) => [...this.ends(part, end)]))
  }

  #repeated(part: GrammarPart, min: number, max: number, at: number): ReadonlySet<number> {
    const all = new Set<number>(min === 0 ? [at] : [])
    let ends: ReadonlySet<number> = new Set([at])
    for (let count = 1; count <= max && ends.size > 0; count++) {
      ends = this.#after(ends, part)
      if (count >= min) for (const end of ends) all.add(end)
    }
    return all
  }
}
