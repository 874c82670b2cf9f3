import type { Word } from '../../../core/event.ts'
import type { FoundSegment } from './native/model.ts'

/**
 * The words of a segment, as blanks part them, with the times of their tokens. Where tokens and blanks don't agree, as
 * where a language has none, the whole segment is one.
 */
export function wordsOf({ text, tokens, start, end }: FoundSegment): readonly Word[] {
  const words = text.match(/\S+/g) ?? []
  const groups: (typeof tokens)[number][][] = []
  for (const token of tokens) {
    const last = groups.at(-1)
    if (last === undefined || token.text.startsWith(' ')) groups.push([token])
    else last.push(token)
  }
  if (groups.length !== words.length) return text.trim() === '' ? [] : [{ word: text.trim(), start, end }]
  return words.map((word, index) => ({
    word,
    start: groups[index]?.[0]?.start ?? start,
    end: groups[index]?.at(-1)?.end ?? end,
  }))
}
