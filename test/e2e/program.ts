import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Typed at once, and then the input ends; without it the input stays open. */
  readonly input?: string
}

/** The built command line at work, in an empty folder of its own and with nothing of the tester's environment. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'trivet-cli-'))
  readonly #child: ChildProcess
  readonly #listeners = new Set<() => void>()
  stdout = ''
  stderr = ''
  /** The exit code; what a shell would say when a signal ended it. */
  readonly exited: Promise<number>

  constructor(args: readonly string[], { env = {}, input }: ProgramOptions = {}) {
    this.#child = spawn(process.execPath, [MAIN, ...args], {
      cwd: this.folder,
      // Nothing is measured that a test did not ask for.
      env: { PATH: process.env.PATH, HOME: this.folder, TRIVET_FIRST_BENCHMARK: 'off', ...env },
      stdio: 'pipe',
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
      this.#changed()
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      this.#changed()
    })
    this.exited = new Promise((resolve) =>
      this.#child.once('close', (code, signal) => resolve(code ?? signalCode(signal))),
    )
    if (input !== undefined) this.#child.stdin?.end(input)
  }

  get pid(): number {
    return this.#child.pid ?? -1
  }

  type(text: string): void {
    this.#child.stdin?.write(text)
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  /** Resolves with the match as soon as either output has one; rejects with both outputs when the program ends first. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    let over = false
    void this.exited.then(() => {
      over = true
      this.#changed()
    })
    while (true) {
      const match = pattern.exec(this.stdout) ?? pattern.exec(this.stderr)
      if (match) return match
      if (over) throw new Error(`${pattern} never came.\n${this.stdout}\n${this.stderr}`)
      await new Promise<void>((resolve) => this.#listeners.add(resolve))
    }
  }

  /** The address that a server says it listens at, without a trailing slash. Rejects as `until`. */
  async listening(): Promise<string> {
    const [, url = ''] = await this.until(/^Trivet .* listening on (https?:\S+)/m)
    return url
  }

  /** Ends it by force if it still runs, and removes its folder. */
  async dispose(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.exited
    rmSync(this.folder, { recursive: true, force: true })
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }
}

/** Resolves when the models of a server are loaded. */
export async function ready(server: string): Promise<void> {
  while ((await fetch(`${server}/health/ready`)).status !== 200) await pause(50)
}

function signalCode(signal: NodeJS.Signals | null): number {
  return signal === 'SIGKILL' ? 137 : signal === 'SIGINT' ? 130 : 143
}
