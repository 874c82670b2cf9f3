import { AUTO } from '../../../core/compute/compute.ts'
import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { whisperFile } from './files.ts'
import { findWhisper } from './library-path.ts'
import { loadReason } from './load-reason.ts'
import type { WhisperOptions, WhisperPlanOptions } from './options.ts'

export interface WhisperDriverOptions extends WhisperOptions {
  readonly runtime: ChildRuntime
}

/** Whisper models in ggml's files (`ggml-base.bin`) through libwhisper's C API, one sound at a time. */
export function createWhisperDriver({ runtime, ...options }: WhisperDriverOptions): EngineDriver {
  return createLibraryDriver({
    id: 'whisper',
    name: 'Whisper',
    runtime,
    options: { ...options },
    find: () => findWhisper(options.libraryPath),
    files: whisperFile,
    lacks: ['contextTokens', 'pooling'],
    planOptions(_, { compute = AUTO }) {
      const [first] = compute.units
      return { ...options, useGpu: first === undefined || first.kind === 'gpu' } satisfies WhisperPlanOptions
    },
    usesCores: true,
    reasonFrom: loadReason,
  })
}
