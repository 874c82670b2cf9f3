import { readFileSync } from 'node:fs'
import type { Command } from 'commander'

/** `trivet version` */
export function define(command: Command): void {
  command.action(() => {
    console.log(packageVersion())
  })
}

export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
