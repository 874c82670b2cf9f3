import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installed } from './installed.ts'

/** The server of Debian's packages; `null`: none is installed. */
export const REDIS_PROGRAM = installed('valkey-server', 'redis-server')

export const NO_REDIS = 'neither valkey-server nor redis-server is installed (apt-get install redis-server)'

/** A real server of one's own, which keeps nothing on disk. */
export class RedisServer {
  readonly port: number
  readonly url: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'trivet-redis-'))
  #process: ChildProcess | null = null

  readonly #settings: readonly string[]

  private constructor(port: number, settings: readonly string[]) {
    this.port = port
    this.#settings = settings
    this.url = `redis://127.0.0.1:${port}`
  }

  /** Resolves when it takes connections. */
  static async start(...settings: readonly string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings)
    await server.restart()
    return server
  }

  /** Anew, and empty, on the same port. */
  async restart(): Promise<void> {
    if (REDIS_PROGRAM === null) throw new Error(NO_REDIS)
    const settings = ['--bind', '127.0.0.1', '--save', '', '--dir', this.#folder, ...this.#settings]
    const child = spawn(REDIS_PROGRAM, ['--port', `${this.port}`, ...settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process = child
    for await (const line of createInterface({ input: child.stdout })) {
      if (/ready to accept connections/i.test(line)) break
    }
    child.stdout.resume()
  }

  /** Answers nobody, and hangs up on nobody either, until it is woken. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  wake(): void {
    this.#process?.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  async dispose(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
