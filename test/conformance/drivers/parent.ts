import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EngineTask } from '../../../src/core/task.ts'

/** A process to be killed that has loaded a model from the build and, given a task, is at work on it. */
export function startParent(modelPath: string, task?: EngineTask, registry: object = {}): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./parent.mjs', import.meta.url))
  const env = { ...process.env, REGISTRY_OPTIONS: JSON.stringify(registry) }
  const parent = spawn(process.execPath, [script, modelPath], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  parent.stdin.end(JSON.stringify(task ?? null))
  return new Promise((resolve, reject) => {
    parent.stdout.once('data', () => resolve(parent))
    parent.once('exit', (code) => reject(new Error(`the parent ended by itself: exit code ${code}`)))
  })
}
