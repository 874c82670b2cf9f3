import { bool, f32, type MetadataValue, strings, u32 } from '../../gguf/format.ts'
import type { HfConfig } from '../config.ts'
import { ConversionRefusal } from '../refusal.ts'
import { mapName } from '../tensors/names.ts'
import { rowsFrom, type TakenTensor } from '../tensors/recipe.ts'
import type { Architecture, SourceModel } from './architecture.ts'
import { POOLING } from './pooling.ts'

const NAMES = {
  'embeddings.word_embeddings': 'token_embd',
  'embeddings.token_type_embeddings': 'token_types',
  'embeddings.position_embeddings': 'position_embd',
  'embeddings.LayerNorm': 'token_embd_norm',
  'encoder.layer.#.attention.self.query': 'blk.#.attn_q',
  'encoder.layer.#.attention.self.key': 'blk.#.attn_k',
  'encoder.layer.#.attention.self.value': 'blk.#.attn_v',
  'encoder.layer.#.attention.output.dense': 'blk.#.attn_output',
  'encoder.layer.#.attention.output.LayerNorm': 'blk.#.attn_output_norm',
  'encoder.layer.#.intermediate.dense': 'blk.#.ffn_up',
  'encoder.layer.#.output.dense': 'blk.#.ffn_down',
  'encoder.layer.#.output.LayerNorm': 'blk.#.layer_output_norm',
  'classifier.dense': 'cls',
  'classifier.out_proj': 'cls.output',
} as const

/** Heads that were trained on, and that embeddings don't need. */
const TRAINING_HEADS = /^(pooler\.|cls\.|lm_head\.)/

/** BERT as an embedder, or with a classifier as a reranker. */
export const bert = encoder(() => 0)

/** XLM-RoBERTa is BERT whose first positions, up to the padding token's id, stand for nothing. */
export const xlmRoberta = encoder((config) => config.number('pad_token_id', 1) + 1)

function encoder(unusedPositions: (config: HfConfig) => number): Architecture {
  return {
    name: 'bert',
    *metadata(model) {
      const { config } = model
      yield ['bert.block_count', u32(config.count('num_hidden_layers'))]
      yield ['bert.context_length', u32(config.count('max_position_embeddings') - unusedPositions(config))]
      yield ['bert.embedding_length', u32(config.count('hidden_size'))]
      yield ['bert.feed_forward_length', u32(config.count('intermediate_size'))]
      yield ['bert.attention.head_count', u32(config.count('num_attention_heads'))]
      yield ['bert.attention.layer_norm_epsilon', f32(config.number('layer_norm_eps', 1e-12))]
      yield ['bert.attention.causal', bool(false)]
      yield ['tokenizer.ggml.token_type_count', u32(config.count('type_vocab_size', 1))]
      yield* purposeOf(model)
    },
    take(source, [rows = 0], { config }) {
      const name = tidied(source, config.architecture === 'BertForSequenceClassification')
      if (name === 'embeddings.position_ids' || TRAINING_HEADS.test(name)) return null
      const { target, module } = mapName(name, NAMES, config.count('num_hidden_layers'))
      return { target, source, ...form(module, rows, unusedPositions(config)) }
    },
  }
}

function isClassifier({ architecture }: HfConfig): boolean {
  return architecture.endsWith('ForSequenceClassification')
}

/** Positions and token types are kept as they are: llama.cpp quantizes neither. */
function form(module: string, rows: number, unused: number): Partial<TakenTensor> {
  if (module === 'position_embd') return { exact: true, rows: rowsFrom(unused, rows) }
  return module === 'token_types' ? { exact: true } : {}
}

function* purposeOf({ config, pooling, warnings }: SourceModel): Iterable<[string, MetadataValue]> {
  if (config.value('hidden_act') !== undefined && config.value('hidden_act') !== 'gelu') {
    throw new ConversionRefusal(`llama.cpp's bert has gelu, not ${JSON.stringify(config.value('hidden_act'))}.`)
  }
  const positions = config.value('position_embedding_type') ?? 'absolute'
  if (positions !== 'absolute') throw new ConversionRefusal(`llama.cpp's bert has no positions that are ${positions}.`)
  if (isClassifier(config)) {
    const labels = Object.values(config.object('id2label') ?? { 0: 'LABEL_0' })
    if (labels.length !== 1) {
      throw new ConversionRefusal(
        `it sorts texts into ${labels.length} classes; only rerankers, with one, are run here.`,
      )
    }
    if (config.number('type_vocab_size', 1) > 1) {
      warnings.push('The original tells a query from its document by token types; llama.cpp takes all for one.')
    }
    yield ['bert.pooling_type', u32(POOLING.rank)]
    yield ['bert.classifier.output_labels', strings(labels.map(String))]
    return
  }
  if (pooling === null)
    warnings.push('No modules.json says how to pool; the mean is taken, as sentence-transformers does.')
  yield ['bert.pooling_type', u32(POOLING[pooling ?? 'mean'])]
}

/** Without the name of the model's class, and with the names of norms and classifiers as they are today. */
function tidied(name: string, classifiesPooled: boolean): string {
  const bare = name.replace(/^(bert|roberta|model)\./, '')
  // BERT's pooler is the first layer of a classifier, RoBERTa's classifier has one of its own.
  return (classifiesPooled ? bare.replace(/^pooler\.dense\./, 'classifier.dense.') : bare)
    .replace(/\.gamma$/, '.weight')
    .replace(/\.beta$/, '.bias')
    .replace(/^classifier\.(weight|bias)$/, 'classifier.out_proj.$1')
}
