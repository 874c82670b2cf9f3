import { join } from 'node:path'
import { type ModelTokenizer, readJson } from './tokenizer.ts'

/**
 * Tokens that end an answer, as the model's own files say (`generation_config.json`, `tokenizer_config.json`): runtimes
 * are known to have taken others over from a conversion, and to go on for ever. Throws an Error in words for a broken file.
 */
export function endTokens(
  folder: string,
  { eosToken, idOf }: Pick<ModelTokenizer, 'eosToken' | 'idOf'>,
): ReadonlySet<number> {
  const listed = [readJson(join(folder, 'generation_config.json'))?.eos_token_id].flat()
  const named = eosToken === '' ? undefined : idOf(eosToken)
  return new Set([...listed, named].filter((id) => typeof id === 'number'))
}
