// `npm start`: sets up what there is to set up, and serves the demo models. Arguments go on to `trivet serve`, as in
// `npm start -- --port 0`. All in one process, so that there is one to end.
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
if (process.env.npm_lifecycle_event === 'start') endWithParent()
await import('./setup.mjs')
await import('../dist/cli/main.js')

/** npm hands its signals to a shell, which some shells end of without telling the command that they wait for. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
