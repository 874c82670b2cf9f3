import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Turn } from '../api/chats.ts'
import { fileName } from './export.ts'
import { factsOf, speedOf } from './facts.ts'
import { snippetOf } from './snippets.ts'
import { titleOf } from './title.ts'

const said = (text: string) => ({
  type: 'message' as const,
  role: 'user' as const,
  content: [{ type: 'input_text' as const, text }],
})

test.each([
  ['Hello', 'Hello'],
  ['  First line \n second', 'First line'],
  ['', 'Attachment'],
  ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
  ['字'.repeat(80), `${'字'.repeat(60)}…`],
])('%j is called %j', (text, title) => {
  expect(titleOf([said(text)])).toBe(title)
})

test.each([
  ['A/b: "c"?', 'Ab-c.md'],
  ['…', 'conversation.md'],
])('%j is saved as %j', (title, name) => {
  expect(fileName(title, 'md')).toBe(name)
})

const request = { model: 'm', input: [said('It\'s "quoted"')], top_k: 4, truncation: 'auto' }
const options = { baseUrl: 'http://h/v1', hasKey: true }

test('the line of curl sends the same body', () => {
  const script = snippetOf(request, { ...options, kind: 'curl' }).replace('curl', 'printf "%s\\0"')
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TRIVET_API_KEY: 'k' } }).split('\0')
  expect(words.slice(0, 3)).toEqual(['http://h/v1/responses', '-H', 'authorization: Bearer k'])
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(request)
})

test('Python gets fields that its library does not know in its own way', () => {
  const code = snippetOf({ ...request, store: false }, { ...options, kind: 'Python' })
  expect(code).toContain('api_key=os.environ["TRIVET_API_KEY"]')
  expect(code).toMatch(/extra_body=\{\s+"top_k": 4,\s+"store": False,\s+\}/)
})

test('what an answer took is told as far as it is known', () => {
  const usage = { input_tokens: 512, cached_tokens: 128, output_tokens: 101, reasoning_tokens: 20 }
  const timing = { started_at: 0, first_token_ms: 500, total_ms: 2500 }
  expect(factsOf({ usage, timing } as Turn).map(({ text }) => text)).toEqual([
    '50.0 tok/s',
    '500 ms to first',
    '512 in, 128 cached',
    '101 out',
  ])
  expect(factsOf({ usage: null, timing: null } as Turn)).toEqual([])
  expect([speedOf(1, 0, 100), speedOf(5, null, 100), speedOf(5, 100, 100)]).toEqual([null, null, null])
})
