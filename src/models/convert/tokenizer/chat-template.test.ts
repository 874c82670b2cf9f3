import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chatTemplateMetadata } from './chat-template.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-template-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function templates(config: Record<string, unknown>) {
  const entries = await chatTemplateMetadata(folder, config)
  return Object.fromEntries(entries.map(([key, { value }]) => [key.replace('tokenizer.', ''), value]))
}

test('one in a file of its own counts before one in the configuration', async () => {
  expect(await templates({ chat_template: 'configured' })).toEqual({ chat_template: 'configured' })
  writeFileSync(join(folder, 'chat_template.jinja'), 'own')
  expect(await templates({ chat_template: 'configured' })).toEqual({ chat_template: 'own' })
})

test('one in an older file counts where the configuration has none', async () => {
  writeFileSync(join(folder, 'chat_template.json'), JSON.stringify({ chat_template: 'older' }))
  expect(await templates({})).toEqual({ chat_template: 'older' })
})

test('of several each has its name', async () => {
  const several = [
    { name: 'default', template: 'plain' },
    { name: 'tool use', template: 'tools' },
  ]
  expect(await templates({ chat_template: several })).toEqual({
    chat_template: 'plain',
    'chat_template.tool_use': 'tools',
    chat_templates: ['tool_use'],
  })
})

test('there may be none', async () => {
  expect(await templates({})).toEqual({})
})
