import type { Definition } from '../pull/definitions.ts'
import type { LibraryModel } from './library.ts'

/** A context that fits most machines; whoever wants more says so. */
const USUAL_CONTEXT_TOKENS = 8192
const USUAL_ANSWER_TOKENS = 1024

/** What registering a model of the library would say. */
export function definitionOf(model: LibraryModel): Definition {
  const writes = model.kind === 'chat'
  return {
    id: model.id,
    name: model.name,
    source: model.source,
    weightFormat: model.precision === 'Q8_0' ? 'int8' : 'int4',
    backend: backendOf(model),
    device: 'AUTO',
    contextTokens: Math.min(model.trainedContextTokens, USUAL_CONTEXT_TOKENS),
    outputTokens: writes ? USUAL_ANSWER_TOKENS : 0,
    description: model.description,
    trustRemoteCode: false,
  }
}

function backendOf({ kind, readsImages }: LibraryModel): Definition['backend'] {
  if (kind !== 'chat') return 'openvino-embeddings'
  return readsImages ? 'openvino-vlm' : 'openvino-genai'
}
