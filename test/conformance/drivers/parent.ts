import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process to be killed that has loaded a model from the build and, given a prompt, is answering it. */
export function startParent(modelPath: string, prompt?: string, registry: object = {}): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./parent.mjs', import.meta.url))
  const args = prompt === undefined ? [script, modelPath] : [script, modelPath, prompt]
  const env = { ...process.env, REGISTRY_OPTIONS: JSON.stringify(registry) }
  const parent = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    parent.stdout.once('data', () => resolve(parent))
    parent.once('exit', (code) => reject(new Error(`the parent ended by itself: exit code ${code}`)))
  })
}
