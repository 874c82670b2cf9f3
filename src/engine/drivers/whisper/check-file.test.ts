import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../../test/fakes/scratch.ts'
import { buildWhisper } from '../../../../test/fixtures/whisper.ts'
import { requireSoundFile } from './check-file.ts'

const folder = scratch()
const WHOLE = buildWhisper()

/** Where the vocabulary begins: behind the header and the filters. */
const WORDS_AT = 4 + 11 * 4 + 8 + 80 * 201 * 4

function check(bytes: Buffer): Promise<void> {
  const path = join(folder, 'ggml.bin')
  writeFileSync(path, bytes)
  return requireSoundFile(path)
}

function patched(at: number, value: number): Buffer {
  const bytes = Buffer.from(WHOLE)
  bytes.writeInt32LE(value, at)
  return bytes
}

test('a whole file is sound', async () => {
  await expect(check(WHOLE)).resolves.toBeUndefined()
})

test.each([
  ['cut short in its weights', WHOLE.subarray(0, -1000), 'it is cut short'],
  ['cut short in its words', WHOLE.subarray(0, WORDS_AT + 1000), 'it is cut short'],
  ['longer than it says', Buffer.concat([WHOLE, Buffer.alloc(4)]), 'it is cut short'],
  ['of two thousand million words', patched(WORDS_AT, 2_000_000_000), 'it has 2000000000 where a size should be'],
  ['of a word without end', patched(WORDS_AT + 4, 0x7fffffff), 'it has 2147483647 where a size should be'],
  ['of a negative word', patched(WORDS_AT + 4, -1), 'it has -1 where a size should be'],
  ['of filters without end', patched(48, -5), 'it has -5 where a size should be'],
])('one %s is broken', async (_, bytes, reason) => {
  await expect(check(bytes)).rejects.toThrow(`its file is broken: ${reason}.`)
})

test('one without weights is broken', async () => {
  const words = WHOLE.readInt32LE(WORDS_AT)
  let end = WORDS_AT + 4
  for (let word = 0; word < words; word++) end += 4 + WHOLE.readInt32LE(end)
  await expect(check(WHOLE.subarray(0, end))).rejects.toThrow('it has no weights')
})
