// `npm start`: serves the demo models. Arguments go on to `trivet serve`, as in `npm start -- --port 0`.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODELS = fileURLToPath(new URL('../models', import.meta.url))
const model = (file, id) => ['--model', `${join(MODELS, file)}=${id}`]

// A thread is plenty for models of two million parameters, and kind to whatever else the machine does.
process.argv.splice(
  2,
  0,
  ...['serve', '--threads', '1'],
  ...model('demo.gguf', 'trivet/demo'),
  ...model('demo-embed.gguf', 'trivet/demo-embed'),
)
await import('../dist/cli/main.js')
