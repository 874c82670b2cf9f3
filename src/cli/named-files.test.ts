import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ModelStatus } from '../scheduler/scheduler.ts'
import { namedFiles } from './named-files.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'named-files-'))
  mkdirSync(join(home, 'adapters'))
  mkdirSync(join(home, 'models'))
  for (const name of ['adapters/pirate.gguf', 'models/main.gguf', 'models/draft.gguf', 'secret.gguf']) {
    writeFileSync(join(home, name), '')
  }
  symlinkSync(join(home, 'secret.gguf'), join(home, 'adapters/link.gguf'))
})
afterAll(() => rmSync(home, { recursive: true }))

function files(folder: string | null = join(home, 'adapters')) {
  const served = [{ id: 'org/main', path: join(home, 'models/main.gguf') }]
  return namedFiles(folder, { models: () => served as unknown as readonly ModelStatus[] })
}

it.each(['pirate', 'pirate.gguf', './pirate.gguf'])('an adapter is found as %s', (name) => {
  expect(files().adapter(name)).toBe(join(home, 'adapters/pirate.gguf'))
})

it.each(['../secret.gguf', '/etc/passwd', 'link', 'pirat', 'a\0b', '.'])('no adapter is %j', (name) => {
  expect(() => files().adapter(name)).toThrow(
    expect.objectContaining({
      code: 'invalid_value',
      param: 'lora_path',
      message: `\`lora_path\` is ${JSON.stringify(name)}, which is no file of the adapter folder.`,
    }),
  )
})

it('without a folder no adapter may be named', () => {
  expect(() => files(null).adapter('pirate')).toThrow('the setting `adapter_folder` names no folder')
})

it('a draft is a model served here, by id, or a file beside one', () => {
  expect(files().draft('org/main')).toBe(join(home, 'models/main.gguf'))
  expect(files().draft('draft.gguf')).toBe(join(home, 'models/draft.gguf'))
  expect(files().draft(join(home, 'models/draft.gguf'))).toBe(join(home, 'models/draft.gguf'))
  expect(() => files().draft(join(home, 'secret.gguf'))).toThrow(
    expect.objectContaining({ code: 'invalid_value', param: 'spec_draft_model' }),
  )
})
