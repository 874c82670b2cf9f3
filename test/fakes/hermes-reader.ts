import { hermes } from '../../src/chat/tools/formats/hermes.ts'
import { offeredTools } from '../../src/chat/tools/offered.ts'
import { readerOf } from '../../src/chat/tools/source.ts'
import type { CallReader } from '../../src/core/answer.ts'

/** Reads calls of tools with these names, written the Hermes way. */
export function hermesReader(...names: readonly string[]): CallReader {
  const tools = offeredTools(names.map((name) => ({ name, description: null, parameters: null })))
  return readerOf((source) => hermes.read(source, tools))
}
