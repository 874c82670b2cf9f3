import { expect, test } from 'vitest'
import { readReference } from './reference.ts'
import { referenceKey } from './reference-key.ts'

const key = (name: string) => referenceKey(readReference(name))

test.each([
  ['Org/Repo-GGUF:q4_k_m', 'https://huggingface.co/org/repo-gguf:Q4_K_M'],
  ['hf.co/org/repo', 'https://huggingface.co/org/repo/tree/main'],
  ['ms://org/repo', 'https://modelscope.cn/models/org/repo/tree/master'],
  ['docker.io/ai/gemma3', 'https://hub.docker.com/r/ai/gemma3:latest'],
  ['ollama://qwen3', 'https://ollama.com/library/qwen3:latest'],
  ['https://HOST.example/a.gguf', 'https://host.example:443/a.gguf'],
  ['/models/a/', '/models/a'],
])('%s and %s are the same', (one, other) => {
  expect(key(one)).toBe(key(other))
})

test.each([
  ['org/repo:Q4_0', 'org/repo'],
  ['org/repo', 'ms://org/repo'],
  ['hf.co/org/repo', 'https://huggingface.co/org/repo/tree/v2'],
  ['docker.io/ai/gemma3:1b', 'docker.io/ai/gemma3'],
  ['https://host.example/a.gguf', 'https://host.example/a.gguf?token=x'],
])('%s and %s are not', (one, other) => {
  expect(key(one)).not.toBe(key(other))
})
