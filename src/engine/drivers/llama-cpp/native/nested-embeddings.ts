/**
 * Families whose authors say that they were trained with Matryoshka representation learning (Kusupati et al. 2022), by
 * a part of the name in the file. GGUF has no field that would tell.
 */
const FAMILIES: readonly RegExp[] = [
  /nomic-embed-text-v(1\.5|2)/,
  /qwen3-embedding/,
  /embedding-?gemma/,
  /mxbai-embed-(large|xsmall|2d)/,
  /snowflake-arctic-embed-(m-v1\.5|[ml]-v2)/,
  /jina-embeddings-v[345]/,
  /gte-multilingual/,
  /stella-en/,
]

/** Do beginnings of this model's embeddings mean something by themselves? `name`: `general.name` of the file. */
export function hasNestedEmbeddings(name: string): boolean {
  const canonical = name.toLowerCase().replace(/[\s_]+/g, '-')
  return FAMILIES.some((family) => family.test(canonical))
}
