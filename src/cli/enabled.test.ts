import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { TrivetError } from '../core/errors.ts'
import { withDisabled, withEnabled } from './enabled.ts'

const model = { id: 'qwen3:4b', path: '/models/qwen3' }

test('a model is added to the settings, whose comments stay', () => {
  const text = withEnabled('# mine\nport: 1\nmodels:\n  - path: a.gguf # the first\n', { ...model, instances: 2 })
  expect(text).toContain('# mine')
  expect(text).toContain('# the first')
  expect(parse(text)).toEqual({
    port: 1,
    models: [{ path: 'a.gguf' }, { id: 'qwen3:4b', path: '/models/qwen3', instances: 2, preload: true }],
  })
})

test('where there are no settings, other programs have their models served as before', () => {
  expect(parse(withEnabled('', model))).toEqual({
    models: [{ ...model, preload: true }],
    model_stores: ['huggingface', 'geniex', 'llamapi', 'lmstudio', 'ollama'],
  })
})

test('one that is there already is only told so', () => {
  const text = 'models:\n  - {id: "qwen3:4b", path: x, context: 5}\n'
  expect(parse(withEnabled(text, model))).toEqual({
    models: [{ id: 'qwen3:4b', path: 'x', context: 5, preload: true }],
  })
})

test('a model that was enabled is no longer', () => {
  const text = withDisabled(withEnabled('', model), model.id)
  expect(parse(text ?? '').models).toEqual([{ ...model, preload: false }])
  expect(withDisabled(text ?? '', model.id)).toBeNull()
  expect(withDisabled('', model.id)).toBeNull()
})

test('what is no YAML is not written over', () => {
  expect(() => withEnabled('models: [', model)).toThrow(TrivetError)
})
