import { type ChildProcess, fork } from 'node:child_process'
import type { BareOptions } from './bare-engine.ts'
import type { Ask, Reply } from './bare-process.ts'
import type { Side } from './cost.ts'

/** The bare engine, at work in its child. */
export class BareEngine {
  readonly #child: ChildProcess

  private constructor() {
    // llama.cpp's log is no part of the result.
    this.#child = fork(new URL('./bare-process.js', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  }

  /** Throws an Error in words when the model can't be loaded. */
  static async open(options: BareOptions): Promise<BareEngine> {
    const engine = new BareEngine()
    try {
      await engine.#ask({ open: options })
      return engine
    } catch (error) {
      engine.close()
      throw error
    }
  }

  /** Answers all texts at once. */
  async run(texts: string[], maxTokens: number): Promise<Side> {
    const reply = await this.#ask({ run: { texts, maxTokens } })
    if ('done' in reply) return reply.done
    throw new Error('the bare engine answered out of turn')
  }

  close(): void {
    this.#child.kill()
  }

  async #ask(ask: Ask): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      const ended = () => reject(new Error('the bare engine ended'))
      this.#child.once('exit', ended)
      this.#child.once('message', (message: Reply) => {
        this.#child.off('exit', ended)
        resolve(message)
      })
      this.#child.send(ask)
    })
    if ('failed' in reply) throw new Error(`the bare engine: ${reply.failed}`)
    return reply
  }
}
