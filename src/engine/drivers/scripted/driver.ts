import { stat } from 'node:fs/promises'
import type { EngineDriver } from '../../driver.ts'
import { startInChild } from '../../process/launch.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { ENGINE_VERSION } from './facts.ts'
import { SCRIPT_SUFFIX } from './script.ts'

const DEFAULT_SLOTS = 4

/** The log line by which a scripted engine says why it failed, as native libraries do. */
const REASON = /^error: (.+)$/

export interface ScriptedDriverOptions {
  readonly runtime: ChildRuntime
}

/** The test engine: `*.script.json` files, played by a real child process. */
export function createScriptedDriver({ runtime }: ScriptedDriverOptions): EngineDriver {
  return {
    id: 'scripted',
    mediaObstacle: () => 'scripts read text only',

    probe: async () => ({ available: true, reason: '', version: ENGINE_VERSION, devices: [] }),

    async recognise(path) {
      if (!path.endsWith(SCRIPT_SUFFIX)) return null
      const file = await stat(path).catch(() => null)
      return file?.isFile() ? { path, sizeBytes: file.size } : null
    },

    plan: (modelId, facts, wish) => ({
      driver: 'scripted',
      modelId,
      modelPath: facts.path,
      contextTokens: wish.contextTokens ?? null,
      slots: wish.slots ?? DEFAULT_SLOTS,
      threads: 1,
      gpuLayers: 0,
      deterministic: true,
      options: {},
    }),

    estimate: async () => null,

    start: (plan, watch) => startInChild(plan, watch, { runtime, reasonFrom }),
  }
}

function reasonFrom(lines: string[]): string | null {
  return lines.map((line) => REASON.exec(line)?.[1]).findLast((reason) => reason !== undefined) ?? null
}
