import { expect, test } from 'vitest'
import type { ForeignStore } from '../../core/model-stores.ts'
import { foreignFolders, type Surroundings } from './foreign.ts'

function folders(store: ForeignStore, env: Surroundings['env'] = {}, texts: Readonly<Record<string, string>> = {}) {
  return foreignFolders(store, { env, home: '/home/me', root: '/', readText: (path) => texts[path] ?? null })
}

test("Hugging Face's cache is where its variables say, the nearer first", () => {
  expect(folders('huggingface')).toEqual(['/home/me/.cache/huggingface/hub'])
  expect(folders('huggingface', { XDG_CACHE_HOME: '/c' })).toEqual(['/c/huggingface/hub'])
  expect(folders('huggingface', { XDG_CACHE_HOME: '/c', HF_HOME: '/hf' })).toEqual(['/hf/hub'])
  expect(folders('huggingface', { HF_HOME: '/hf', HF_HUB_CACHE: '/hub' })).toEqual(['/hub'])
})

test('GenieX, LlamaPi and Ollama have one place, and a variable where there is one', () => {
  expect(folders('geniex')).toEqual(['/home/me/.cache/geniex/models'])
  expect(folders('geniex', { GENIEX_DATADIR: '/g' })).toEqual(['/g/models'])
  expect(folders('llamapi')).toEqual(['/var/lib/llamapi/models'])
  expect(folders('ollama')).toEqual(['/home/me/.ollama/models', '/usr/share/ollama/.ollama/models'])
  expect(folders('ollama', { OLLAMA_MODELS: '/o' })).toEqual(['/o'])
})

test("LM Studio's home may be elsewhere, and its models elsewhere again", () => {
  const older = '/home/me/.cache/lm-studio/models'
  expect(folders('lmstudio')).toEqual(['/home/me/.lmstudio/models', older])
  const pointer = { '/home/me/.lmstudio-home-pointer': '/l\n' }
  expect(folders('lmstudio', {}, pointer)).toEqual(['/l/models', older])
  const moved = { ...pointer, '/l/settings.json': '{"downloadsFolder":"/models"}' }
  expect(folders('lmstudio', {}, moved)).toEqual(['/models', older])
  expect(folders('lmstudio', {}, { '/home/me/.lmstudio/settings.json': '{' })[0]).toBe('/home/me/.lmstudio/models')
})
