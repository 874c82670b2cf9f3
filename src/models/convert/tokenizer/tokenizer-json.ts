import { finite } from '../config.ts'
import { isObject, type JsonObject, objects } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { AddedToken } from './vocabulary.ts'

/** Parts of a `tokenizer.json`, which the Hugging Face tokenizers library writes. */
export interface TokenizerJson {
  readonly model: JsonObject
  readonly added: readonly AddedToken[]
  /** The steps, those of a `Sequence` one by one. */
  readonly normalizers: readonly JsonObject[]
  readonly preTokenizers: readonly JsonObject[]
  readonly postProcessors: readonly JsonObject[]
}

/** Throws `ConversionRefusal` when it isn't one. */
export function tokenizerJson(json: JsonObject): TokenizerJson {
  const { model } = json
  if (!isObject(model)) throw new ConversionRefusal('tokenizer.json has no model.')
  return {
    model,
    added: objects(json.added_tokens).flatMap(addedToken),
    normalizers: steps(json.normalizer, 'normalizers'),
    preTokenizers: steps(json.pre_tokenizer, 'pretokenizers'),
    postProcessors: steps(json.post_processor, 'processors'),
  }
}

/** The tokens of a model that keeps them as an object of ids. */
export function vocabOf(model: JsonObject): [string, number][] {
  const entries = Object.entries(isObject(model.vocab) ? model.vocab : {})
  return entries.flatMap(([text, id]): [string, number][] => {
    const number = finite(id)
    return number === null ? [] : [[text, number]]
  })
}

/** Pairs that become one token, the earliest first; older files write a pair as one text. */
export function mergesOf(model: JsonObject): [string, string][] {
  const merges = Array.isArray(model.merges) ? model.merges : []
  return merges.map((merge: unknown): [string, string] => {
    const [left, right, ...more] = Array.isArray(merge) ? merge : String(merge).split(' ')
    if (typeof left !== 'string' || typeof right !== 'string' || more.length > 0) {
      throw new ConversionRefusal(`tokenizer.json has the merge ${JSON.stringify(merge)}, which is no pair.`)
    }
    return [left, right]
  })
}

function addedToken({ id, content, special, rstrip }: JsonObject): AddedToken[] {
  const number = finite(id)
  if (number === null || typeof content !== 'string' || content === '') return []
  return [{ id: number, content, special: special === true, stripsAfter: rstrip === true }]
}

function steps(step: unknown, inner: string): readonly JsonObject[] {
  if (!isObject(step)) return []
  return step.type === 'Sequence' ? objects(step[inner]).flatMap((each) => steps(each, inner)) : [step]
}
