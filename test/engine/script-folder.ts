import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScriptSource } from '../../src/engine/drivers/scripted/script.ts'

/** A temporary folder of scripts for the scripted engine. */
export class ScriptFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'trivet-scripts-'))

  /** Writes a script and returns its path. */
  write(name: string, script: ScriptSource): string {
    return this.writeText(`${name}.script.json`, JSON.stringify(script))
  }

  /** Writes any file: a gate that a script waits for, or a script that is none. */
  writeText(name: string, text = ''): string {
    const file = join(this.path, name)
    writeFileSync(file, text)
    return file
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}
