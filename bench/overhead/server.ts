import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { BareOptions } from './bare-engine.ts'

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

/** Trivet as its users run it, serving one model. */
export class TrivetServer {
  readonly url: URL
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: URL) {
    this.#child = child
    this.url = url
  }

  /** Resolves when it listens; rejects when it ends before. What it complains of is on our standard error. */
  static async start(options: BareOptions, folder: string): Promise<TrivetServer> {
    const flags = {
      '--port': 0,
      '--model': `${options.modelPath}=bench`,
      '--threads': options.threads,
      '--slots': options.slots,
      '--context': options.contextTokens,
      '--log-level': 'error',
    }
    const args = [MAIN, 'serve', ...Object.entries(flags).flatMap(([flag, value]) => [flag, String(value)])]
    // In a folder of its own, so that no settings file is found.
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    return new TrivetServer(child, await addressIn(child.stdout))
  }

  get pid(): number {
    return this.#child.pid as number
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}

async function addressIn(output: Readable): Promise<URL> {
  const lines = createInterface({ input: output })
  for await (const line of lines) {
    const address = /listening on (http\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    output.resume()
    return new URL('/v1', address)
  }
  throw new Error('trivet serve ended before it listened.')
}
