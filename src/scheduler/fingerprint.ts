import { createHash } from 'node:crypto'
import type { Plan } from '../engine/driver.ts'

/** A file's size and age: all that is looked at to tell whether it has changed. */
export interface FileStamp {
  readonly sizeBytes: number
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
}

/** `fp_` and a hash of whatever can make the same seed give other text: engine build, model file, placement. */
export function fingerprint(engineVersion: string, file: FileStamp, plan: Plan | null): string {
  const { modelId: _id, modelPath: _path, ...placement } = plan ?? {}
  const facts = [engineVersion, file.sizeBytes, file.modifiedMs, placement]
  return `fp_${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12)}`
}
