import type { ModelFigures } from '../advisor/figures.ts'
import { usualWorkingBytes } from '../advisor/fit.ts'
import type { LibraryModel } from './library.ts'

/** A model of the library as the advisor sees it: nothing of it is here but what the list says. */
export function figuresOf(model: LibraryModel): ModelFigures {
  const otherBytes = usualWorkingBytes(model.parameters, 0)
  return {
    id: model.id,
    platform: 'llama_cpp',
    generates: model.kind === 'chat',
    readsImages: model.readsImages,
    hears: false,
    callsTools: model.callsTools,
    parameters: model.parameters,
    activeParameters: model.activeParameters,
    precision: model.precision,
    weightBytes: model.sizeBytes,
    trainedContextTokens: model.trainedContextTokens,
    cacheBytesPerToken: usualWorkingBytes(model.parameters, 1) - otherBytes,
    otherBytes,
    memorySource: 'rule',
    gated: model.gated,
  }
}
