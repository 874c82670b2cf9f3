import { u32 } from '../../gguf/format.ts'
import { ConversionRefusal } from '../refusal.ts'
import { mapName } from '../tensors/names.ts'
import { neighbouringHalves } from '../tensors/recipe.ts'
import type { Architecture } from './architecture.ts'
import { attentionOf, DECODER_NAMES, decoderMetadata, isDerived, isTiedOutput } from './decoder.ts'
import { llama3Factors, ropeMetadata, ropeOf } from './rope.ts'

/** Llama, Mistral, SmolLM and whatever else is of their shape. */
export const llama = llamaNamed('llama')

/** Llama without positions in every fourth layer. llama.cpp knows which by the name alone. */
export const smollm3: Architecture = {
  ...llamaNamed('smollm3'),
  *metadata(model) {
    const layers = model.config.value('no_rope_layers')
    const everyFourth = (uses: unknown, i: number) => Boolean(uses) === ((i + 1) % 4 !== 0)
    if (Array.isArray(layers) && !layers.every(everyFourth)) {
      throw new ConversionRefusal('llama.cpp leaves positions out in every fourth layer; config.json has other ones.')
    }
    yield* llamaNamed('smollm3').metadata(model)
  },
}

function llamaNamed(name: string): Architecture {
  return {
    name,
    *metadata({ config, warnings }) {
      yield* decoderMetadata(name, config)
      yield [`${name}.vocab_size`, u32(config.count('vocab_size'))]
      yield [`${name}.rope.dimension_count`, u32(attentionOf(config).headSize)]
      yield* ropeMetadata(name, config, ropeOf(config))
      const window = config.optional('sliding_window')
      if (window !== null && window < config.count('max_position_embeddings')) {
        warnings.push(`The original attends to the last ${window} tokens only; llama.cpp attends to all of them.`)
      }
    },
    take(source, [rows = 0], { config }) {
      if (isDerived(source) || isTiedOutput(source, config, false)) return null
      const { layers, heads, kvHeads } = attentionOf(config)
      const { target, module } = mapName(source, DECODER_NAMES, layers)
      if (module === 'blk.#.attn_q') return { target, source, rows: neighbouringHalves(rows, heads) }
      if (module === 'blk.#.attn_k') return { target, source, rows: neighbouringHalves(rows, kvHeads) }
      return { target, source }
    },
    compute: ({ config }) => llama3Factors(ropeOf(config), attentionOf(config).headSize),
  }
}
