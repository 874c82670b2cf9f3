import type { Availability, Device } from '../../core/device.ts'
import { TrivetError } from '../../core/errors.ts'
import type { EngineBackend, LoadedBackend } from '../backend.ts'
import type { Plan } from '../driver.ts'

/**
 * A backend that opens a runtime of the user's own.
 * @param look tells what is here; rejects with an Error in words when nothing is
 * @param open loads; rejects with an Error in words, or with a TrivetError
 */
export function nativeBackend(
  look: (options: Readonly<Record<string, unknown>>) => Promise<Found>,
  open: (plan: Plan, onProgress: (fraction: number) => void) => Promise<LoadedBackend>,
): EngineBackend {
  return {
    async probe(options) {
      try {
        const { version, devices } = await look(options)
        return { available: true, reason: '', version, devices }
      } catch (error) {
        return { available: false, reason: wordsOf(error), version: '', devices: [] }
      }
    },
    async load(plan, onProgress) {
      onProgress(0)
      const loaded = await open(plan, onProgress).catch((error: unknown) => {
        if (error instanceof TrivetError) throw error
        throw new TrivetError('model_load_failed', { model: plan.modelId, reason: wordsOf(error) })
      })
      onProgress(1)
      return loaded
    },
  }
}

/** A runtime that can be used, and what it computes on. */
export type Found = Pick<Availability, 'version' | 'devices'>

/** The NPU of a chip, whose memory is the machine's. */
export function npu(description: string): Device {
  return { name: 'NPU', description, kind: 'npu', memoryBytes: { free: 0, total: 0 } }
}

/** What koffi says of a function that a library lacks says nothing of what to do. */
const LACKING = /Cannot find function '(\w+)' in shared library/

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  const [, name] = LACKING.exec(words) ?? []
  if (name === undefined) return words
  return `its library has no function \`${name}\`, as older releases of it haven't. Install a newer one.`
}
