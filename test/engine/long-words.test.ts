import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../fakes/scratch.ts'
import { serving } from './serving.ts'

const folder = scratch()

/** The demo, with another rule of what a word is: one that llama.cpp looks for with `std::regex`. */
function withWordsOfBloom(): string {
  const bytes = readFileSync(new URL('../../models/demo.gguf', import.meta.url))
  const at = bytes.indexOf('qwen2', bytes.indexOf('tokenizer.ggml.pre'))
  bytes.write('bloom', at)
  const path = join(folder, 'bloom.gguf')
  writeFileSync(path, bytes)
  return path
}

test('a word of 100 000 letters, or digits, or that much space, does not end the engine, and comes back as it was', async () => {
  const { program, url } = await serving('--model', `${withWordsOfBloom()}=m`)
  const ask = async (verb: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/${verb}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'm', ...body }),
    })
    return [answer.status, (await answer.json()) as { tokens: number[]; text: string }] as const
  }
  try {
    for (const character of ['p', '你', '1', ' ']) {
      const text = character.repeat(100_000)
      const [status, { tokens }] = await ask('tokenize', { text })
      expect([status, tokens.length > 1000]).toEqual([200, true])
      const [, written] = await ask('detokenize', { tokens })
      expect(written.text === text).toBe(true)
    }
  } finally {
    await program.dispose()
  }
})
