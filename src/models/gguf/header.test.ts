import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gguf } from '@huggingface/gguf'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import {
  buildEmbedder,
  buildRandom,
  buildReranker,
  buildScripted,
  buildToolCall,
} from '../../../test/fixtures/gguf/index.ts'
import { readGgufHeader } from './read-header.ts'

const folder = scratch()

/** Names that the library adds to the metadata of a file. */
const ADDED = ['version', 'tensor_count', 'kv_count']

test.each(Object.entries({ buildEmbedder, buildRandom, buildReranker, buildScripted, buildToolCall }))(
  'a whole file reads as it does for its makers: %s',
  async (name, build) => {
    const path = join(folder, `${name}.gguf`)
    writeFileSync(path, build())
    const header = await readGgufHeader(path)
    const theirs = await gguf(path, { allowLocalFile: true })
    expect(header.version).toBe(3)
    expect(header.dataStart).toBe(Number(theirs.tensorDataOffset))
    expect(header.tensors).toEqual(
      theirs.tensorInfos.map(({ name: tensor, shape, dtype, offset }) => ({
        name: tensor,
        shape: shape.map(Number),
        type: dtype,
        offset: Number(offset),
      })),
    )
    const metadata = Object.entries(theirs.metadata).filter(([key]) => !ADDED.includes(key))
    expect([...header.metadata.keys()]).toEqual(metadata.map(([key]) => key))
    for (const [key, value] of metadata) {
      const kept = header.metadata.get(key)
      if (Array.isArray(value)) expect((kept as { length: number }).length, key).toBe(value.length)
      else expect(kept, key).toEqual(value)
    }
  },
)
