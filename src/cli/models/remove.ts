import { createInterface } from 'node:readline/promises'
import { report } from '../report.ts'
import { byteSize } from '../table.ts'
import type { ModelDesk } from './desk.ts'

/**
 * Deletes them one by one. What is refused is told and doesn't keep the others; the exit status is that of the first
 * refusal.
 */
export async function removeModels(
  desk: ModelDesk,
  names: readonly string[],
  { yes, json }: { readonly yes: boolean; readonly json: boolean },
): Promise<void> {
  const removed: string[] = []
  for (const name of names) {
    try {
      if (!yes && process.stdin.isTTY && !(await agreed(desk, name))) continue
      const id = await desk.remove(name)
      removed.push(id)
      if (!json) console.log(`Deleted ${id}.`)
    } catch (error) {
      const status = report(error, json)
      process.exitCode ??= status
    }
  }
  if (json) console.log(JSON.stringify({ removed }, null, 2))
}

async function agreed(desk: ModelDesk, name: string): Promise<boolean> {
  const { id, size_bytes: bytes } = await desk.show(name)
  const what = name === id ? `${id} (${byteSize(bytes ?? 0)})` : `${name}, which means ${id}`
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`Delete ${what}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
