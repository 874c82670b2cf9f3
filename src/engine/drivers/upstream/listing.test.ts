import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { readListing, unlisted } from './listing.ts'

const endpoint: Endpoint = {
  url: 'http://gpu1:8000/v1',
  key: null,
  models: null,
  dialect: null,
  slots: 1,
  authority: null,
  patienceMs: 1000,
}
const sees = (body: object, at: Endpoint = endpoint) => readListing(at, body)?.map(({ sees }) => sees)

test.each<[string, boolean]>([
  ['Qwen/Qwen2.5-VL-7B-Instruct', true],
  ['Qwen/Qwen3-VL-8B', true],
  ['OpenGVLab/InternVL3-8B', true],
  ['meta-llama/Llama-3.2-11B-Vision-Instruct', true],
  ['llava-hf/llava-1.5-7b-hf', true],
  ['Qwen/Qwen3-8B', false],
  ['mistralai/Devstral-Small', false],
])('of the name %s it is known whether it sees: %s', (id, seeing) => {
  expect([unlisted(endpoint, id).sees, sees({ data: [{ id }] })]).toEqual([seeing, [seeing]])
})

test('a server’s word on it counts before names, and the settings’ before that', () => {
  const data = [{ id: 'a', capabilities: ['completion', 'vision'] }, { id: 'b' }]
  expect(sees({ data })).toEqual([true, false])
  expect(sees({ data, models: [{ name: 'b', capabilities: ['completion', 'multimodal'] }] })).toEqual([true, true])
  expect(sees({ data: [{ id: 'c', architecture: { input_modalities: ['text', 'image'] } }] })).toEqual([true])
  expect(sees({ data }, { ...endpoint, vision: true })).toEqual([true, true])
  expect(sees({ data }, { ...endpoint, vision: false })).toEqual([false, false])
})

test('what is said in another form is no obstacle', () => {
  expect(sees({ data: [{ id: 'a', capabilities: { vision: true }, architecture: 'llama' }], models: {} })).toEqual([
    false,
  ])
})
