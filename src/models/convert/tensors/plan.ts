import type { TensorType } from '../../gguf/format.ts'
import type { StreamedTensor } from '../../gguf/stream.ts'
import type { Architecture, SourceModel } from '../architectures/architecture.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { Checkpoint } from '../safetensors/checkpoint.ts'
import { computedTensor, streamedTensor } from './convert.ts'
import { isScale, refuseQuantized, sourceTensor } from './source.ts'

/** Eyes and ears of a model, which llama.cpp keeps in a file of their own. */
const SENSES = /^(model\.)?(vision_tower|vision_model|audio_tower|multi_modal_projector)\./

/**
 * Every tensor of the file, in its order. Throws `ConversionRefusal` for a tensor of the checkpoint that would have no
 * place in it: leaving one out without a word would make another model.
 */
export async function planTensors(
  checkpoint: Checkpoint,
  architecture: Architecture,
  model: SourceModel,
  wanted: TensorType,
): Promise<readonly StreamedTensor[]> {
  refuseQuantized(model.config)
  const { warnings, config } = model
  const planned: StreamedTensor[] = (architecture.compute?.(model) ?? []).map(computedTensor)
  const names = [...checkpoint.tensors.keys()].filter((name) => !isScale(name))
  if (names.some((name) => SENSES.test(name))) {
    warnings.push('Only the part about text is converted; what the model sees or hears with is left out.')
  }
  for (const name of names.filter((each) => !SENSES.test(each))) {
    const { shape = [] } = checkpoint.tensors.get(name) ?? {}
    const recipe = architecture.take(commonName(name, checkpoint), shape, model)
    if (recipe === null) continue
    planned.push(streamedTensor(recipe, await sourceTensor(checkpoint, name, config), wanted))
  }
  refuseTwins(planned)
  return planned.sort((a, b) => layerOf(a.name) - layerOf(b.name))
}

function refuseTwins(planned: readonly StreamedTensor[]): void {
  const seen = new Set<string>()
  for (const { name } of planned) {
    if (seen.has(name)) throw new ConversionRefusal(`two of its tensors would become ${name}.`)
    seen.add(name)
  }
}

/** The name it has in a model that only writes: others put words before it, and a bare decoder leaves them out. */
function commonName(name: string, checkpoint: Checkpoint): string {
  const bare = name.replace(/^model\.language_model\./, 'model.').replace(/^language_model\./, '')
  const isBareDecoder = checkpoint.tensors.has('embed_tokens.weight')
  return isBareDecoder && !bare.startsWith('lm_head.') ? `model.${bare}` : bare
}

function layerOf(name: string): number {
  return Number(/^blk\.(\d+)\./.exec(name)?.[1] ?? -1)
}
