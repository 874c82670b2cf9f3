import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TrivetError } from '../core/errors.ts'
import type { StoredModel } from '../models/catalogue/model.ts'
import type { ModelStatus } from '../scheduler/scheduler.ts'
import { namedFiles } from './named-files.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'named-files-'))
  mkdirSync(join(home, 'adapters'))
  mkdirSync(join(home, 'models'))
  for (const name of ['adapters/pirate.gguf', 'models/main.gguf', 'models/draft.gguf', 'secret.gguf']) {
    writeFileSync(join(home, name), 'GGUF')
  }
  writeFileSync(join(home, 'models/notes.txt'), 'secret')
  symlinkSync(join(home, 'secret.gguf'), join(home, 'adapters/link.gguf'))
})
afterAll(() => rmSync(home, { recursive: true }))

function files(folder: string | null = join(home, 'adapters'), path = join(home, 'models/main.gguf')) {
  const served = { id: 'org/main', path } as unknown as ModelStatus
  const model = (id: string) => {
    if (id === served.id) return served
    throw new TrivetError('model_not_found', { model: id })
  }
  const attachments = { draft: join(home, 'models/draft.gguf') }
  const catalogue = { list: () => [{ path: served.path, attachments } as unknown as StoredModel] }
  return namedFiles({ grammarFolder: null, adapterFolder: folder }, { model, models: () => [served] }, catalogue)
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
})

it('a draft is the model of a folder that is served, or lies in it', () => {
  const folder = join(home, 'folder')
  mkdirSync(folder)
  for (const name of ['big.gguf', 'big-draft.gguf']) writeFileSync(join(folder, name), 'GGUF')
  expect(files(null, folder).draft('org/main')).toBe(join(folder, 'big.gguf'))
  expect(files(null, folder).draft('big-draft.gguf')).toBe(join(folder, 'big-draft.gguf'))
})

it.each(['/etc/passwd', '../secret.gguf', 'notes.txt', 'nobody'])('no draft is %j', (name) => {
  expect(() => files().draft(name)).toThrow(
    expect.objectContaining({
      code: 'invalid_value',
      param: 'spec_draft_model',
      message: `\`spec_draft_model\` is ${JSON.stringify(name)}, which is neither a model served here nor a GGUF file beside one.`,
    }),
  )
})

it('a draft that belongs to a model is found beside it', () => {
  expect(files().draftBeside('org/main')).toBe(join(home, 'models/draft.gguf'))
})

it('a complaint is about the field that was given', () => {
  expect(() => files().draft('nobody', 'draft_model')).toThrow(expect.objectContaining({ param: 'draft_model' }))
  expect(() => files().adapter('nobody', 'lora')).toThrow(expect.objectContaining({ param: 'lora' }))
})
