import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { TrivetError } from '../../core/errors.ts'
import { textOf } from '../../core/open-file.ts'

/** A model's vocabulary where the runtime keeps it to itself, or has none: read from what the model was converted from. */
export interface ModelTokenizer {
  /** Token ids run from 0 to this, exclusive. */
  readonly size: number
  readonly bosToken: string
  readonly eosToken: string
  readonly addsBos: boolean
  /** The special tokens that end every text, such as BERT's `[SEP]`. */
  readonly closing: readonly number[]
  encode(text: string, addSpecial: boolean): readonly number[]
  /** Two texts as one, as cross-encoders are given them; `types` says of each token which text it is of. */
  encodePair(first: string, second: string): { readonly ids: readonly number[]; readonly types: readonly number[] }
  /** Throws `invalid_value` about `param` for an id that there isn't. */
  requireKnown(ids: readonly number[], param: string): void
  /** Throws `invalid_value` about `tokens` for an id that there isn't. */
  decode(ids: readonly number[]): string
  /** Of tokens that there are, without those that only mark something. */
  plainText(ids: readonly number[]): string
  idOf(token: string): number | undefined
}

/** Throws an Error in words where a file is missing or broken. */
export function openTokenizer(folder: string): ModelTokenizer {
  const json = readJson(join(folder, 'tokenizer.json'))
  if (json === null) {
    throw new Error(`there is no tokenizer.json in ${folder}. Put the one of the model that was converted beside it.`)
  }
  const config = readJson(join(folder, 'tokenizer_config.json')) ?? {}
  const tokenizer = new Tokenizer(json, config)
  const size = sizeOf(json)
  const bosToken = contentOf(config.bos_token)
  const encode = (text: string, addSpecial: boolean) => tokenizer.encode(text, { add_special_tokens: addSpecial }).ids

  function requireKnown(ids: readonly number[], param: string): void {
    const unknown = ids.find((id) => !Number.isInteger(id) || id < 0 || id >= size)
    if (unknown === undefined) return
    const reason = `The model has no token ${unknown}: its ids run from 0 to ${size - 1}.`
    throw new TrivetError('invalid_value', { reason }, param)
  }

  return {
    size,
    bosToken,
    eosToken: contentOf(config.eos_token),
    addsBos: bosToken !== '' && encode('', true)[0] === tokenizer.token_to_id(bosToken),
    closing: closingOf(encode),
    encode: (text, addSpecial) => (text === '' && !addSpecial ? [] : encode(text, addSpecial)),
    encodePair(first, second) {
      const { ids, token_type_ids } = tokenizer.encode(first, { text_pair: second, return_token_type_ids: true })
      // A tokenizer that only puts one text after the other tells none.
      return { ids, types: token_type_ids ?? ids.map(() => 0) }
    },
    requireKnown,
    decode(ids) {
      requireKnown(ids, 'tokens')
      return ids.length === 0
        ? ''
        : tokenizer.decode([...ids], { skip_special_tokens: false, clean_up_tokenization_spaces: false })
    },
    plainText: (ids) => (ids.length === 0 ? '' : tokenizer.decode([...ids], { skip_special_tokens: true })),
    idOf: (token) => tokenizer.token_to_id(token),
  }
}

type Json = Readonly<Record<string, unknown>>

/** A JSON object in a file; `null`: there is no such file. Throws an Error in words where it is something else. */
export function readJson(file: string): Json | null {
  const text = textOf(file)
  if (text === null) return null
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new Error(`${file} is broken: ${error instanceof Error ? error.message : error}.`)
  }
}

/** What comes after a text's own tokens. */
function closingOf(encode: (text: string, addSpecial: boolean) => readonly number[]): readonly number[] {
  const [plain, whole] = [encode('a', false), encode('a', true)]
  const at = whole.findIndex((_, start) => plain.every((id, index) => whole[start + index] === id))
  return plain.length === 0 || at === -1 ? [] : whole.slice(at + plain.length)
}

function sizeOf({ model, added_tokens }: Json): number {
  const { vocab = {} } = (model ?? {}) as { vocab?: Readonly<Record<string, number>> | readonly unknown[] }
  const ids: readonly number[] = Array.isArray(vocab) ? [vocab.length - 1] : (Object.values(vocab) as number[])
  const added = ((added_tokens ?? []) as readonly { readonly id: number }[]).map(({ id }) => id)
  return [...ids, ...added].reduce((most, id) => Math.max(most, id), -1) + 1
}

/** A token is its text, or an object with it. */
function contentOf(token: unknown): string {
  if (typeof token === 'string') return token
  const { content } = (token ?? {}) as { content?: unknown }
  return typeof content === 'string' ? content : ''
}
