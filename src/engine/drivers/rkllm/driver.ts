import type { Availability } from '../../../core/device.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineDriver, Plan } from '../../driver.ts'
import { startInChild } from '../../process/launch.ts'
import { probeInChild } from '../../process/probe.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { rkllmFiles } from './files.ts'
import { findRkllm } from './library-path.ts'
import { explained, rkllmReason } from './load-reason.ts'
import { layoutFor } from './native/layouts.ts'
import type { RkllmOptions } from './options.ts'

export interface RkllmDriverOptions extends RkllmOptions {
  readonly runtime: ChildRuntime
}

/** Rockchip's RKLLM runtime through its C API: `.rkllm` files on the NPU of its SoCs, one request at a time. */
export function createRkllmDriver({ runtime, ...options }: RkllmDriverOptions): EngineDriver {
  let known: Availability | null = null

  /** A runtime that works goes on doing so; one that doesn't is looked at again. */
  async function probe(): Promise<Availability> {
    if (known !== null) return known
    const found = await look()
    if (found.available) known = found
    return found
  }

  async function look(): Promise<Availability> {
    try {
      findRkllm(options.libraryPath)
    } catch (error) {
      return { available: false, reason: (error as Error).message, version: '', devices: [] }
    }
    return probeInChild('rkllm', { ...options }, runtime)
  }

  /** What the user says of the version counts, also where the runtime says nothing. */
  async function versionFor({ modelId }: Plan): Promise<string> {
    if (options.runtimeVersion !== null && layoutFor(options.runtimeVersion) !== null) return options.runtimeVersion
    const { available, version, reason } = await probe()
    if (!available) throw new TrivetError('driver_unavailable', { model: modelId, reason })
    return version
  }

  return {
    id: 'rkllm',
    mediaObstacle: () => 'the RKLLM engine reads text only here',
    probe,
    async recognise(path) {
      const files = rkllmFiles(path)
      return files && { path, sizeBytes: files.sizeBytes }
    },
    plan: (modelId, facts, wish) => ({
      driver: 'rkllm',
      modelId,
      modelPath: facts.path,
      contextTokens: wish.contextTokens ?? null,
      // The runtime runs one at a time; more are more instances.
      slots: 1,
      threads: wish.threads ?? 0,
      gpuLayers: -1,
      deterministic: false,
      options: { ...options, pooling: wish.pooling ?? null },
    }),
    /** The NPU's memory is the machine's. What a context takes nobody tells. */
    async estimate({ modelPath, contextTokens }) {
      const weights = rkllmFiles(modelPath)?.sizeBytes ?? 0
      const memory = { device: 'CPU', weights, mapped: 0, kvCache: 0, compute: 0, runtime: 0 }
      return { contextTokens, trainedTokens: null, devices: [memory] }
    },
    async start(plan, watch) {
      if (watch.signal.aborted) throw new TrivetError('request_cancelled')
      const runtimeVersion = await versionFor(plan)
      const dated = { ...plan, options: { ...plan.options, runtimeVersion } }
      return startInChild(dated, watch, { runtime, reasonFrom: rkllmReason }).catch((error: unknown) => {
        throw explained(error)
      })
    },
  }
}
