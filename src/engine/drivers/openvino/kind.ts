import { join } from 'node:path'
import { readJson } from '../../text/tokenizer.ts'
import type { OpenVinoFiles } from './files.ts'

export type Kind = 'writer' | 'embedder' | 'reranker'

/**
 * What a model does, by the classes that its `config.json` names. Throws an Error in words for one that isn't run here.
 * @param pools whether its vectors are asked for, whatever it does otherwise
 */
export function kindOf({ folder, graph }: OpenVinoFiles, pools: boolean): Kind {
  if (graph === 'openvino_language_model.xml') {
    throw new Error(
      'it reads images, which the OpenVINO engine does not do here. An OpenVINO Model Server does, named under `upstreams`.',
    )
  }
  const classes = [readJson(join(folder, 'config.json'))?.architectures].flat().map(String)
  const ends = (ending: RegExp) => classes.some((name) => ending.test(name))
  if (pools) return 'embedder'
  if (ends(/ForSequenceClassification$/)) return 'reranker'
  return ends(/ForCausalLM$/) ? 'writer' : 'embedder'
}
