import { createHash } from 'node:crypto'
import type { EngineTask, Prompt } from '../core/task.ts'

/** Characters, or token ids, of a chunk: finer would cost more than the guess is worth. */
const CHUNK = { text: 256, tokens: 64 }

/** Chunks an instance is remembered by: prompts of some two million characters. */
const MEMORY = 8192

/**
 * A prompt as a chain of hashes, one for each whole chunk, each over all before it: two prompts have as many hashes in
 * common as they have chunks in common from their beginning.
 */
export function prefixHashes(prompt: Prompt): readonly string[] {
  const size = typeof prompt === 'string' ? CHUNK.text : CHUNK.tokens
  const hashes: string[] = []
  let chain = ''
  for (let end = size; end <= prompt.length; end += size) {
    const chunk = prompt.slice(end - size, end)
    chain = createHash('sha1').update(chain).update(String(chunk)).digest('base64')
    hashes.push(chain)
  }
  return hashes
}

/** Of tasks that leave something in a prompt cache. */
export function promptOf(task: EngineTask): Prompt {
  if (task.kind === 'chat') return JSON.stringify([task.request.tools, task.request.messages])
  return task.kind === 'generate' || task.kind === 'logits' ? task.prompt : ''
}

/** What an instance has read, as far as the server can know: the engine itself knows better, but answers too late. */
export class PrefixMemory {
  /** Oldest use first. */
  readonly #seen = new Set<string>()

  /** Chunks of this chain that were read before, from its beginning. */
  known(hashes: readonly string[]): number {
    const unknown = hashes.findIndex((hash) => !this.#seen.has(hash))
    return unknown === -1 ? hashes.length : unknown
  }

  remember(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.#seen.delete(hash)
      this.#seen.add(hash)
    }
    for (const oldest of this.#seen) {
      if (this.#seen.size <= MEMORY) break
      this.#seen.delete(oldest)
    }
  }

  /** The engine was started anew. */
  clear(): void {
    this.#seen.clear()
  }
}
