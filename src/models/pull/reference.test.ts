import { expect, test } from 'vitest'
import { type Hub, readHub, readReference } from './reference.ts'

const repository = (name: string, more: object = {}) => ({
  hub: 'huggingface',
  repository: name,
  revision: null,
  precisions: [],
  file: null,
  ...more,
})

test.each([
  ['org/repo', repository('org/repo')],
  ['  org/repo:Q4_K_M ', repository('org/repo', { precisions: ['Q4_K_M'] })],
  ['hf.co/org/repo:q8_0', repository('org/repo', { precisions: ['q8_0'] })],
  ['https://huggingface.co/org/repo', repository('org/repo')],
  ['https://huggingface.co/org/repo/tree/v2', repository('org/repo', { revision: 'v2' })],
  [
    'https://huggingface.co/org/repo/resolve/main/sub/m-Q4_0.gguf?download=true',
    repository('org/repo', { revision: 'main', file: 'sub/m-Q4_0.gguf' }),
  ],
  ['huggingface://org/repo', repository('org/repo')],
  ['https://modelscope.cn/models/org/repo', repository('org/repo', { hub: 'modelscope' })],
  ['modelscope.cn/org/repo:Q4_0', repository('org/repo', { hub: 'modelscope', precisions: ['Q4_0'] })],
  ['modelscope://org/repo', repository('org/repo', { hub: 'modelscope' })],
  ['docker.io/ai/gemma3', { hub: 'docker', repository: 'ai/gemma3', tag: 'latest' }],
  ['https://hub.docker.com/r/ai/gemma3:4B-Q4_K_M', { hub: 'docker', repository: 'ai/gemma3', tag: '4B-Q4_K_M' }],
  ['ollama.com/library/llama3.2', { hub: 'ollama', repository: 'library/llama3.2', tag: 'latest' }],
  ['ollama://someone/Tiny:1b', { hub: 'ollama', repository: 'someone/Tiny', tag: '1b' }],
  // GenieX: without its prefix it is not Docker's.
  ['ai/gemma3', repository('ai/gemma3')],
  ['https://example.org/a/m-Q4_0.gguf', { hub: 'url', url: 'https://example.org/a/m-Q4_0.gguf' }],
  ['/models/m.gguf', { hub: 'disk', path: '/models/m.gguf', precisions: [] }],
  ['./m.gguf', { hub: 'disk', path: './m.gguf', precisions: [] }],
  ['file:///models/m.gguf', { hub: 'disk', path: '/models/m.gguf', precisions: [] }],
  ['qualcomm/Qwen3-4B', aiHub('Qwen3-4B')],
  ['AI-Hub-Models/Qwen3-4B:W4A16', aiHub('Qwen3-4B', { precisions: ['W4A16'] })],
  ['qualcomm/Qwen3-4B@sm8650:W4', aiHub('Qwen3-4B', { chip: 'sm8650', precisions: ['W4'] })],
])('%s', (written, meant) => {
  expect(readReference(written)).toEqual(meant)
})

test.each([
  ['ai/gemma3', 'docker', { hub: 'docker', repository: 'ai/gemma3', tag: 'latest' }],
  ['org/repo', 'modelscope', repository('org/repo', { hub: 'modelscope' })],
  ['qualcomm/repo', 'huggingface', repository('qualcomm/repo')],
  ['llama3.2:1b', 'ollama', { hub: 'ollama', repository: 'library/llama3.2', tag: '1b' }],
  ['models', 'disk', { hub: 'disk', path: 'models', precisions: [] }],
] satisfies [string, Hub, object][])('%s of %s', (written, hub, meant) => {
  expect(readReference(written, hub)).toEqual(meant)
})

test.each([
  '',
  'qwen3',
  'a/b/c',
  'org/..',
  'org/re po',
  'org\\repo',
  'org/repo\0',
  `org/${'x'.repeat(300)}`,
  'ftp://example.org/m.gguf',
  'https://user:secret@example.org/m.gguf',
  'https://huggingface.co/org/repo/discussions/1',
  'docker.io/UPPER/case',
  'docker.io/ai/../etc',
  'docker.io/ai/gemma3:a b',
  'https://example.org/a%zz.gguf',
  'https://huggingface.co/org/repo/tree/%zz',
])('%j is refused', (written) => {
  expect(() => readReference(written)).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'model' }))
})

test('a password in an address is not repeated', () => {
  expect(() => readReference('https://user:secret@example.org/m.gguf')).toThrow(/^(?!.*secret)/)
})

test('hubs go by the names that GenieX has for them', () => {
  expect(['HF', 'dockerhub', 'localfs', 'modelscope'].map((name) => readHub(name, 'hub'))).toEqual([
    'huggingface',
    'docker',
    'disk',
    'modelscope',
  ])
  expect(() => readHub('napster', 'hub')).toThrow('`hub` must be one of')
})

function aiHub(name: string, more: object = {}) {
  return { hub: 'aihub', name, chip: null, revision: null, precisions: [], ...more }
}
