import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { TrivetError } from '../../../core/errors.ts'
import { textOf } from '../../../core/open-file.ts'

/** The model's vocabulary, which the runtime keeps to itself: read from what it was converted from. */
export interface RkllmTokenizer {
  /** Token ids run from 0 to this, exclusive. */
  readonly size: number
  readonly bosToken: string
  readonly eosToken: string
  readonly addsBos: boolean
  encode(text: string, addSpecial: boolean): readonly number[]
  /** Throws `invalid_value` about `tokens` for an id that there isn't. */
  decode(ids: readonly number[]): string
  idOf(token: string): number | undefined
}

/** Throws an Error in words where a file is missing or broken. */
export function openTokenizer(folder: string): RkllmTokenizer {
  const json = readJson(join(folder, 'tokenizer.json'))
  if (json === null) {
    throw new Error(`there is no tokenizer.json in ${folder}. Put the one of the model that was converted beside it.`)
  }
  const config = readJson(join(folder, 'tokenizer_config.json')) ?? {}
  const tokenizer = new Tokenizer(json, config)
  const size = sizeOf(json)
  const bosToken = contentOf(config.bos_token)
  const encode = (text: string, addSpecial: boolean) => tokenizer.encode(text, { add_special_tokens: addSpecial }).ids
  return {
    size,
    bosToken,
    eosToken: contentOf(config.eos_token),
    addsBos: bosToken !== '' && encode('', true)[0] === tokenizer.token_to_id(bosToken),
    encode: (text, addSpecial) => (text === '' && !addSpecial ? [] : encode(text, addSpecial)),
    decode(ids) {
      const unknown = ids.find((id) => !Number.isInteger(id) || id < 0 || id >= size)
      if (unknown !== undefined) {
        const reason = `The model has no token ${unknown}: its ids run from 0 to ${size - 1}.`
        throw new TrivetError('invalid_value', { reason }, 'tokens')
      }
      return ids.length === 0
        ? ''
        : tokenizer.decode([...ids], { skip_special_tokens: false, clean_up_tokenization_spaces: false })
    },
    idOf: (token) => tokenizer.token_to_id(token),
  }
}

type Json = Readonly<Record<string, unknown>>

function readJson(file: string): Json | null {
  const text = textOf(file)
  if (text === null) return null
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new Error(`${file} is broken: ${error instanceof Error ? error.message : error}.`)
  }
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
