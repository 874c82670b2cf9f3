import { describe, expect, it } from 'vitest'
import { addLine, type Draft, type Entry, lastEntry, NO_DRAFT } from './entry.ts'

function entriesOf(lines: string[]) {
  let draft: Draft = NO_DRAFT
  const entries: Entry[] = []
  for (const line of lines) {
    const added = addLine(draft, line)
    draft = added.draft
    if (added.entry) entries.push(added.entry)
  }
  return { entries, rest: lastEntry(draft) }
}

describe('addLine', () => {
  it.each<[string, string[], Entry[]]>([
    ['a line is an entry', ['hello'], [{ text: 'hello', quoted: false }]],
    ['two lines are two', ['a', 'b'], ['a', 'b'].map((text) => ({ text, quoted: false }))],
    ['a backslash asks for more', ['a \\', 'b\\', 'c'], [{ text: 'a \nb\nc', quoted: false }]],
    [
      'quotes hold lines together',
      ['"""', 'a', '', 'b\\', '"""', 'c'],
      [
        { text: 'a\n\nb\\', quoted: true },
        { text: 'c', quoted: false },
      ],
    ],
    ['quotes may share lines with the text', ['"""a', 'b"""'], [{ text: 'a\nb', quoted: true }]],
    ['quotes may open and close on one line', ['"""/exit"""'], [{ text: '/exit', quoted: true }]],
    ['quotes inside a line are text', ['say """'], [{ text: 'say """', quoted: false }]],
    ['a blank line is an empty entry', ['  '], [{ text: '', quoted: false }]],
  ])('%s', (_, lines, entries) => {
    expect(entriesOf(lines)).toEqual({ entries, rest: null })
  })

  it.each<[string[], Entry | null]>([
    [['a\\'], { text: 'a', quoted: false }],
    [['"""a', 'b'], null],
  ])('when the input ends after %j, %j is left to ask', (lines, rest) => {
    expect(entriesOf(lines)).toEqual({ entries: [], rest })
  })
})
