import { join } from 'node:path'
import type { Pooling } from '../../core/placement.ts'
import { embeddingSteps, poolingMode } from '../../core/sentence-transformers.ts'
import { readJson } from '../text/tokenizer.ts'

/** What a model's own files say of how it is to be used. */
export interface EncoderSettings {
  /** `null`: they don't say. */
  readonly pooling: Pooling | null
  /** Steps after pooling that the graph doesn't hold where it tells tokens' vectors, such as `Dense`. */
  readonly moreSteps: readonly string[]
  /** Tokens it spans; `null`: they don't say. */
  readonly contextTokens: number | null
  readonly padToken: number
  /** Of a classifier; `null`: it is none, or doesn't say. */
  readonly labels: number | null
  /** Such as `bert`; empty: it doesn't say. */
  readonly architecture: string
}

/** Steps that are done here, or are the caller's choice. */
const DONE = ['Transformer', 'Pooling', 'Normalize']

/** Positions of these begin after their padding token's. */
const OFFSET_POSITIONS = /roberta|camembert|mpnet/

/** Throws an Error in words where a file is broken. */
export function readSettings(folder: string): EncoderSettings {
  const read = (...names: string[]) => readJson(join(folder, ...names)) ?? {}
  const [config, tokenizer, sentence] = [
    read('config.json'),
    read('tokenizer_config.json'),
    read('sentence_bert_config.json'),
  ]
  const modules = readJson(join(folder, 'modules.json'))
  const steps = embeddingSteps(Array.isArray(modules) ? modules : [])
  const pooling = steps.find(({ kind }) => kind === 'Pooling')
  const pad = count(config.pad_token_id) ?? 0
  const positions = count(config.max_position_embeddings)
  const offset = OFFSET_POSITIONS.test(String(config.model_type)) ? pad + 1 : 0
  const limits = [
    positions === null ? null : positions - offset,
    count(tokenizer.model_max_length),
    count(sentence.max_seq_length),
  ].filter((limit) => limit !== null && limit > 0)
  const named = Object.keys((config.id2label ?? {}) as object).length
  const classifies = [config.architectures].flat().some((name) => String(name).endsWith('ForSequenceClassification'))
  return {
    // Without `modules.json`, the folder that sentence-transformers gives the step is looked at all the same.
    pooling: poolingMode(read(pooling?.path ?? '1_Pooling', 'config.json')),
    moreSteps: steps.map(({ kind }) => kind).filter((kind) => !DONE.includes(kind)),
    contextTokens: limits.length === 0 ? null : Math.min(...(limits as number[])),
    padToken: pad,
    labels: classifies ? (count(config.num_labels) ?? (named || null)) : null,
    architecture: typeof config.model_type === 'string' ? config.model_type : '',
  }
}

/** `model_max_length` without a limit is a number beyond all counting. */
function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
