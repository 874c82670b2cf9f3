// `npm start`: serves the demo model. Arguments go on to `trivet serve`, as in `npm start -- --port 0`.
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODELS = join(ROOT, 'models')

const shipped = existsSync(MODELS) ? readdirSync(MODELS).find((name) => name.endsWith('.gguf')) : undefined
const model = shipped === undefined ? await scriptedModel() : join(MODELS, shipped)

process.argv.splice(2, 0, 'serve', '--model', `${model}=trivet/demo`)
await import('../dist/cli/main.js')

/** Where no demo model is, one that always says the same sentence. */
async function scriptedModel() {
  const { writeScripted } = await import('../dist/models/gguf/scripted.js')
  const path = join(ROOT, '.cache/scripted.gguf')
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  writeScripted(`${path}.part`)
  renameSync(`${path}.part`, path)
  return path
}
