import { expect, test } from 'vitest'
import { hasNestedEmbeddings } from './nested-embeddings.ts'

test.each(['nomic-embed-text-v1.5', 'Qwen3 Embedding 0.6B', 'Embeddinggemma 300M', 'Snowflake_Arctic_Embed_l_v2.0'])(
  '%s is known to have nested embeddings',
  (name) => expect(hasNestedEmbeddings(name)).toBe(true),
)

test.each(['', 'bge-small-en-v1.5', 'nomic-embed-text-v1', 'Qwen3 0.6B', 'snowflake-arctic-embed-l'])(
  '%j is not',
  (name) => expect(hasNestedEmbeddings(name)).toBe(false),
)
