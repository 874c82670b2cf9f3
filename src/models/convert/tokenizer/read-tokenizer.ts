import { join } from 'node:path'
import { type MetadataValue, string } from '../../gguf/format.ts'
import { finite, type HfConfig } from '../config.ts'
import { isObject, type JsonObject, readBounded, readJson } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import { byteLevelVocabulary } from './byte-level.ts'
import { chatTemplateMetadata } from './chat-template.ts'
import { modelName } from './model-name.ts'
import { sentencePieceVocabulary } from './sentencepiece.ts'
import { parseSentencePiece } from './sentencepiece-model.ts'
import { specialTokenMetadata } from './special-tokens.ts'
import { type TokenizerJson, tokenizerJson } from './tokenizer-json.ts'
import { unigramVocabulary } from './unigram.ts'
import { readVocabTxt } from './vocab-txt.ts'
import { type AddedToken, type SourceVocabulary, vocabularyMetadata } from './vocabulary.ts'
import { wordPieceVocabulary } from './wordpiece.ts'

export interface TokenizerWish {
  /** Tokens: as many as the model has embeddings. */
  readonly size: number
  /** Of the model. llama.cpp decides one thing about the tokenizer by it, see `model-name.ts`. */
  readonly name: string
  /** What the file will not do as the original did, in sentences; this adds to them. */
  readonly warnings: string[]
}

/**
 * All that a GGUF file says about a folder's tokenizer, and the model's name. Throws `ConversionRefusal` for one that
 * llama.cpp can't be.
 */
export async function readTokenizer(
  folder: string,
  config: HfConfig,
  { size, name, warnings }: TokenizerWish,
): Promise<readonly (readonly [string, MetadataValue])[]> {
  const { json, tokenizerConfig } = await readFiles(folder)
  const vocabulary = await vocabularyIn(folder, json, tokenizerConfig)
  return [
    ['general.name', string(modelName(name, json?.added ?? [], vocabulary, warnings))],
    ...vocabularyMetadata(vocabulary, size, warnings),
    ...specialTokenMetadata({ json, tokenizerConfig, config }, vocabulary),
    ...(await chatTemplateMetadata(folder, tokenizerConfig)),
  ]
}

async function readFiles(folder: string): Promise<{ json: TokenizerJson | null; tokenizerConfig: JsonObject }> {
  const tokenizerConfig = (await readJson(join(folder, 'tokenizer_config.json'))) ?? {}
  const file = await readJson(join(folder, 'tokenizer.json'))
  if (file !== null) return { json: tokenizerJson(file), tokenizerConfig }
  const list = await readBounded(join(folder, 'vocab.txt'))
  if (list === null) return { json: null, tokenizerConfig }
  const older = readVocabTxt(list.toString('utf8'), tokenizerConfig)
  return { json: tokenizerJson(older.json), tokenizerConfig: older.tokenizerConfig }
}

async function vocabularyIn(
  folder: string,
  json: TokenizerJson | null,
  tokenizerConfig: JsonObject,
): Promise<SourceVocabulary> {
  if (json === null) {
    const model = await readBounded(join(folder, 'tokenizer.model'))
    if (model === null) throw new ConversionRefusal('it has none of tokenizer.json, tokenizer.model and vocab.txt.')
    return sentencePieceVocabulary(parseSentencePiece(model), null, await looseAddedTokens(folder, tokenizerConfig))
  }
  switch (json.model.type) {
    case 'WordPiece':
      return wordPieceVocabulary(json)
    case 'Unigram':
      return unigramVocabulary(json)
    case 'BPE': {
      if (json.model.byte_fallback !== true) return byteLevelVocabulary(json)
      const model = await readBounded(join(folder, 'tokenizer.model'))
      return sentencePieceVocabulary(model && parseSentencePiece(model), json, json.added)
    }
    default:
      throw new ConversionRefusal(`llama.cpp has no tokenizer of the type ${JSON.stringify(json.model.type)}.`)
  }
}

/** Added tokens of folders without `tokenizer.json`: by text in one file, by id in another, which knows more. */
async function looseAddedTokens(folder: string, tokenizerConfig: JsonObject): Promise<readonly AddedToken[]> {
  const byText = (await readJson(join(folder, 'added_tokens.json'))) ?? {}
  const byId = isObject(tokenizerConfig.added_tokens_decoder) ? tokenizerConfig.added_tokens_decoder : {}
  const plain = Object.entries(byText).flatMap(([content, value]): AddedToken[] => {
    const id = finite(value)
    return id === null ? [] : [{ id, content, special: false, stripsAfter: false }]
  })
  const known = Object.entries(byId).flatMap(([id, token]): AddedToken[] =>
    isObject(token) && typeof token.content === 'string'
      ? [
          {
            id: Number(id),
            content: token.content,
            special: token.special === true,
            stripsAfter: token.rstrip === true,
          },
        ]
      : [],
  )
  return [...plain, ...known]
}
