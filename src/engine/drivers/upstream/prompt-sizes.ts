import type { EngineEvent } from '../../../core/event.ts'
import type { ChatTask, GenerateTask } from '../../../core/task.ts'

/** Of English, for most vocabularies, before a server has counted anything. */
const USUAL_BYTES = 4

/**
 * What prompts come to at a server that counts them only when an answer ends: who ends one before, for a stop string that
 * the server doesn't heed or because the client has left, would know of no prompt at all. Estimated from what the
 * server has counted of others, and flagged as such.
 */
export class PromptSizes {
  #bytes = 0
  #tokens = 0

  /** The same events, the first with the estimate; what the server counts is left as it is, and learned from. */
  async *told(task: ChatTask | GenerateTask, events: AsyncIterable<EngineEvent>): AsyncGenerator<EngineEvent, void> {
    const prompt = task.kind === 'generate' ? task.prompt : JSON.stringify([task.request.messages, task.request.tools])
    const bytes = typeof prompt === 'string' ? Buffer.byteLength(prompt) : 0
    // Ids are counted, but for what the server puts before them.
    const tokens = typeof prompt === 'string' ? this.#estimate(bytes) : prompt.length
    for await (const event of events) {
      if (event.type === 'prompt-progress' && event.total === 0) {
        yield { ...event, done: tokens, total: tokens, estimated: true }
      } else if (event.type === 'usage' && event.promptTokens === 0) {
        yield { ...event, promptTokens: tokens, estimated: true }
      } else {
        if (event.type === 'usage' && bytes > 0) this.#learn(bytes, event.promptTokens)
        yield event
      }
    }
  }

  #estimate(bytes: number): number {
    return Math.max(1, Math.round(this.#tokens === 0 ? bytes / USUAL_BYTES : (bytes * this.#tokens) / this.#bytes))
  }

  #learn(bytes: number, tokens: number): void {
    this.#bytes += bytes
    this.#tokens += tokens
  }
}
