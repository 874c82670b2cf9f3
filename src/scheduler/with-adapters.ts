import { createHash } from 'node:crypto'
import type { Adapter, EngineTask } from '../core/task.ts'
import type { FileStamp } from './fingerprint.ts'
import type { OpenModel } from './scheduler.ts'

/** The same model, which answers with these adapters whoever names none. They are part of its fingerprint. */
export function withAdapters(
  open: OpenModel,
  adapters: readonly Adapter[],
  stamp: (path: string) => FileStamp,
): OpenModel {
  if (adapters.length === 0) return open
  const facts = [open.fingerprint, adapters.map(({ path, scale }) => ({ scale, ...stamp(path) }))]
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12)
  const adapted = (task: EngineTask): EngineTask =>
    task.kind === 'generate' && task.adapters === undefined ? { ...task, adapters } : task
  return {
    ...open,
    fingerprint: `fp_${hash}`,
    run: (tasks, signal) => open.run(tasks.map(adapted), signal),
  }
}
