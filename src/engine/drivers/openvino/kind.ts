import { join } from 'node:path'
import { readJson } from '../../text/tokenizer.ts'
import type { OpenVinoFiles } from './files.ts'

/** A `seer` writes, and reads images too. */
export type Kind = 'writer' | 'seer' | 'embedder' | 'reranker'

/**
 * What a model does, by its graph and the classes that its `config.json` names. Throws an Error in words for a broken one.
 * @param pools whether its vectors are asked for, whatever it does otherwise
 */
export function kindOf({ folder, graph }: OpenVinoFiles, pools: boolean): Kind {
  if (graph === 'openvino_language_model.xml') return 'seer'
  const classes = [readJson(join(folder, 'config.json'))?.architectures].flat().map(String)
  const ends = (ending: RegExp) => classes.some((name) => ending.test(name))
  if (pools) return 'embedder'
  if (ends(/ForSequenceClassification$/)) return 'reranker'
  return ends(/ForCausalLM$/) ? 'writer' : 'embedder'
}
