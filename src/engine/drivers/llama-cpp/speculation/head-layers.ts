import type { Plan } from '../../../driver.ts'
import { headMisfit } from '../head-architectures.ts'
import { headInFile } from '../native/head-in-file.ts'
import type { HiddenApi } from '../native/hidden-api.ts'
import type { LlamaLibrary } from '../native/library.ts'

/** The MTP layers of a model that is about to be loaded. */
export type HeadLayers =
  | { readonly obstacle: null; readonly count: number; readonly architecture: string; readonly hidden: HiddenApi }
  | {
      /** Why they stay unused, as the end of a sentence. */
      readonly obstacle: string
      readonly count: 0
    }

/** Whether they can be put to work, as far as that is known before. */
export function headLayersOf({ api, hidden, version }: LlamaLibrary, plan: Plan): HeadLayers {
  if (plan.deterministic) return { obstacle: '`deterministic` rules out guessing ahead', count: 0 }
  const { architecture, layers } = headInFile(api, plan.modelPath)
  const misfit = headMisfit(architecture, layers)
  if (misfit !== null) return { obstacle: misfit, count: 0 }
  if (hidden === null) {
    const obstacle = `this build of llama.cpp, ${version}, exports no functions for MTP that are known here`
    return { obstacle, count: 0 }
  }
  return { obstacle: null, count: layers, architecture, hidden }
}
