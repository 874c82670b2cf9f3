import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { startPrograms } from './programs.ts'
import { openai } from './target.ts'

const MODEL = 'speaker'
let home = ''

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'trivet-home-'))
})

afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

const start = startPrograms(afterAll)

async function started(env: Record<string, string>) {
  const args = ['serve', '--port', '0', '--threads', '1', '--model', `${models.scripted()}=${MODEL}`]
  const program = start(args, { env })
  const baseUrl = await program.listening()
  return { program, responses: openai({ baseUrl, model: MODEL }).responses }
}

test('responses survive a restart, and are gone on from', async () => {
  const first = await started({ TRIVET_HOME: home })
  const { id, output_text } = await first.responses.create({ model: MODEL, input: 'hi' })
  first.program.signal('SIGTERM')
  expect(await first.program.exited).toBe(0)

  const { responses } = await started({ TRIVET_HOME: home })
  expect((await responses.retrieve(id)).output_text).toBe(output_text)
  const second = await responses.create({ model: MODEL, input: 'more', previous_response_id: id })
  const items = await responses.inputItems.list(second.id, { order: 'asc' })
  expect(items.data.map((item) => ('role' in item ? item.role : item.type))).toEqual(['user', 'assistant', 'user'])
})

test('where nothing can be written they are kept in memory, which is said', async () => {
  const { program, responses } = await started({ TRIVET_HOME: '/dev/null/nowhere' })
  await program.until(/keeping responses and counters in memory: they end with the server/)
  const { id } = await responses.create({ model: MODEL, input: 'hi' })
  expect((await responses.retrieve(id)).id).toBe(id)
})
