import { describe, expect, test } from 'vitest'
import { derive } from '../../../test/fakes/derive.ts'
import { seededRandom } from '../../../test/fakes/random.ts'
import { CASES } from '../../../test/fixtures/tool-formats.ts'
import { matches } from '../../../test/grammar/matches.ts'
import type { Tool } from '../../core/chat.ts'
import { compileLark } from '../grammar/lark/compile.ts'
import { PLAINLY } from '../grammar/text/spelling.ts'
import { callableTools } from './callable.ts'
import { offeredTools } from './offered.ts'
import { readerOf } from './source.ts'

const LINES = 'start: line+\nline: SIGN " " /[^"\\n]*"?/ "\\n"\nSIGN: "+" | "-"'

const parameters = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }
const TOOLS: readonly Tool[] = [
  { name: 'patch', description: null, parameters, input: { type: 'lark', definition: LINES } },
  { name: 'date', description: null, parameters, input: { type: 'regex', pattern: '\\d{4}-\\d\\d' } },
  { name: 'say', description: null, parameters, input: { type: 'text' } },
]

const lines = compileLark(LINES, PLAINLY)
const FITS: Readonly<Record<string, (input: string) => boolean>> = {
  patch: (input) => matches(lines, input) || input.includes('\0'),
  date: (input) => /^\d{4}-\d\d$/.test(input),
  say: (input) => typeof input === 'string',
}

describe.each([...new Set(CASES.map(({ format }) => format))])('$name', (format) => {
  const { tools, unenforced } = callableTools(TOOLS, format)

  test('holds the text of a custom tool to its grammar, and reads it', () => {
    expect(unenforced).toEqual([])
    for (let seed = 1; seed <= 30; seed++) {
      const raw = (format.callLead?.first ?? '') + derive(format.calls(tools, false), seededRandom(seed))
      const reader = readerOf((source) => format.read(source, offeredTools(TOOLS)))
      const parts = [...reader.write(raw), ...reader.end()]
      const name = parts.flatMap((part) => (part.type === 'call-start' ? part.name : [])).join()
      const args = parts.flatMap((part) => (part.type === 'call-arguments' ? part.text : [])).join('')
      expect([raw, FITS[name]?.(JSON.parse(args).input)]).toEqual([raw, true])
    }
  })
})

test('a keyword of that name in a schema of the client is an annotation', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', 'x-trivet-input': { type: 'lark' } } } }
  const [format] = CASES.map((row) => row.format)
  const tool = { name: 'f', description: null, parameters: schema }
  expect(format && callableTools([tool], format).unenforced).toEqual([])
})
