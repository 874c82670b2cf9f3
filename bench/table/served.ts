import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { postWhole } from '../../src/benchmarks/client/post.ts'
import { baseUrl, firstModel, type Target } from '../../src/benchmarks/client/target.ts'
import { residentBytes } from '../memory/resident.ts'

/** How often it is looked whether a server answers: what start-up times are exact to. */
const LOOK_MS = 5

const STARTUP_LIMIT_MS = 120_000

/** A server that was started to be measured. */
export class ServedTarget {
  readonly target: Target
  /** From its start to its first answer, a token long. */
  readonly startMs: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, target: Target, startMs: number) {
    this.#child = child
    this.target = target
    this.startMs = startMs
  }

  /**
   * @param command a shell's, in which `{port}` stands for the port to listen on
   * Rejects with an Error in words when it ends, or doesn't answer in two minutes.
   */
  static async start(command: string): Promise<ServedTarget> {
    const port = await freePort()
    const url = baseUrl(`http://127.0.0.1:${port}`)
    const began = performance.now()
    // `exec`, so that the shell's process becomes the server's.
    const child = spawn(`exec ${command.replaceAll('{port}', String(port))}`, { shell: true, stdio: 'ignore' })
    while (performance.now() - began < STARTUP_LIMIT_MS) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`\`${command}\` ended at once.`)
      const target = await answering(url)
      if (target !== null) return new ServedTarget(child, target, performance.now() - began)
      await sleep(LOOK_MS)
    }
    child.kill()
    throw new Error(`\`${command}\` didn't answer on ${url}.`)
  }

  /** What its processes hold in memory, in bytes. */
  residentBytes(): number {
    const { own, children } = residentBytes(this.#child.pid as number)
    return own + children
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill()
    await once(this.#child, 'exit')
  }
}

async function answering(url: URL): Promise<Target | null> {
  try {
    const target = { url, apiKey: null, model: await firstModel(url, null) }
    await postWhole(target, 'completions', { model: target.model, prompt: 'Hello', max_tokens: 1 })
    return target
  } catch {
    return null
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
