import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A stand-in for Rockchip's server. */
export const RKLLM3_SERVER = fileURLToPath(new URL('../../fakes/rkllm3-server.mjs', import.meta.url))

/** A model's folder, as Rockchip's converter leaves it; returns it. */
export function writeCardModel(folder: string, name: string, behaviour = 'good'): string {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, `${name}.rknn`), `${behaviour}\n`)
  for (const ending of ['weight', 'tokenizer.gguf', 'embed.bin']) writeFileSync(join(home, `${name}.${ending}`), '12')
  return home
}
