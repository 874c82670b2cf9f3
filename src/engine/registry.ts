import type { EngineDriver, ModelFacts, PlatformId } from './driver.ts'
import { createLlamaCppDriver, type LlamaCppDriverOptions } from './drivers/llama-cpp/driver.ts'
import { libraryProblems } from './drivers/llama-cpp/library-problems.ts'
import { createOnnxDriver } from './drivers/onnx/driver.ts'
import type { OnnxOptions } from './drivers/onnx/options.ts'
import { createOpenVinoDriver } from './drivers/openvino/driver.ts'
import type { OpenVinoOptions } from './drivers/openvino/options.ts'
import { createQairtDriver } from './drivers/qairt/driver.ts'
import type { QairtOptions } from './drivers/qairt/options.ts'
import { createRkllmDriver } from './drivers/rkllm/driver.ts'
import type { RkllmOptions } from './drivers/rkllm/options.ts'
import { createRknn2Driver } from './drivers/rknn2/driver.ts'
import type { Rknn2Options } from './drivers/rknn2/options.ts'
import { createRknn3Driver } from './drivers/rknn3/driver.ts'
import type { Rknn3Options } from './drivers/rknn3/options.ts'
import { createScriptedDriver } from './drivers/scripted/driver.ts'
import { NO_SERVERS } from './drivers/upstream/directory.ts'
import { createUpstreamDriver, type UpstreamDriverOptions } from './drivers/upstream/driver.ts'
import { createWhisperDriver } from './drivers/whisper/driver.ts'
import type { WhisperOptions } from './drivers/whisper/options.ts'
import { type ChildRuntime, DEFAULT_RUNTIME } from './process/runtime.ts'

export type { WeightFile } from './drivers/llama-cpp/model-shape.ts'
export type { Directory } from './drivers/upstream/directory.ts'
export { openDirectory } from './drivers/upstream/directory.ts'
export { UPSTREAM_SCHEME } from './drivers/upstream/driver.ts'

/** The drivers of this build. The only place, with the child's own list, that names them. */
export interface Registry {
  /** In the order in which they are asked. */
  readonly drivers: readonly EngineDriver[]
  driver(id: PlatformId): EngineDriver
  /** The drivers that know this file or folder as their own, in their order, and what each read. */
  claims(path: string): Promise<readonly Recognised[]>
  /** What is wrong with the drivers' own settings, in sentences. Looks at files only. */
  problems(): readonly string[]
}

export interface Recognised {
  readonly driver: EngineDriver
  readonly facts: ModelFacts
}

export interface RegistryOptions {
  readonly runtime?: Partial<ChildRuntime>
  readonly llamaCpp: Omit<LlamaCppDriverOptions, 'runtime'>
  readonly rkllm?: RkllmOptions
  readonly rknn2?: Rknn2Options
  readonly rknn3?: Rknn3Options
  readonly qairt?: Partial<QairtOptions>
  readonly openvino?: Partial<OpenVinoOptions>
  readonly onnx?: OnnxOptions
  readonly whisper?: WhisperOptions
  /** Default: none is asked. */
  readonly upstream?: UpstreamDriverOptions
}

export function createRegistry(options: RegistryOptions): Registry {
  const runtime = { ...DEFAULT_RUNTIME, ...options.runtime }
  const drivers: Readonly<Record<PlatformId, EngineDriver>> = {
    llama_cpp: createLlamaCppDriver({ runtime, ...options.llamaCpp }),
    rkllm: createRkllmDriver({ runtime, libraryPath: null, runtimeVersion: null, ...options.rkllm }),
    rknn2: createRknn2Driver({ runtime, libraryPath: null, ...options.rknn2 }),
    rknn3: createRknn3Driver({ runtime, serverPath: null, ...options.rknn3 }),
    qairt: createQairtDriver({ runtime, libraryPath: null, serverPath: null, ...options.qairt }),
    openvino: createOpenVinoDriver({ runtime, packagePath: null, serverPath: null, ...options.openvino }),
    onnx: createOnnxDriver({ runtime, packagePath: null, ...options.onnx }),
    whisper: createWhisperDriver({ runtime, libraryPath: null, ...options.whisper }),
    scripted: createScriptedDriver({ runtime }),
    upstream: createUpstreamDriver(options.upstream ?? { directory: NO_SERVERS, clock: runtime.clock }),
  }
  const inOrder = Object.values(drivers)

  return {
    drivers: inOrder,
    driver: (id) => drivers[id],
    async claims(path) {
      const claims: Recognised[] = []
      for (const driver of inOrder) {
        const facts = await driver.recognise(path)
        if (facts !== null) claims.push({ driver, facts })
      }
      return claims
    },
    problems: () => libraryProblems(options.llamaCpp),
  }
}
