import type { JsonObject } from '../read-json.ts'

/** BERT's tokens with a role, as its tokenizers call them when they aren't told otherwise. */
const SPECIAL = {
  unk_token: '[UNK]',
  sep_token: '[SEP]',
  pad_token: '[PAD]',
  cls_token: '[CLS]',
  mask_token: '[MASK]',
} as const

/** What older BERT folders have instead of `tokenizer.json`: a token a line, and what transformers does with them. */
export interface VocabTxt {
  /** The same as a `tokenizer.json` would say it. */
  readonly json: JsonObject
  /** `tokenizer_config.json`, filled up with what goes without saying. */
  readonly tokenizerConfig: JsonObject
}

export function readVocabTxt(text: string, tokenizerConfig: JsonObject): VocabTxt {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const special: readonly string[] = Object.values(SPECIAL)
  return {
    json: {
      added_tokens: [...lines.entries()]
        .filter(([, content]) => special.includes(content))
        .map(([id, content]) => ({ id, content, special: true })),
      normalizer: {
        type: 'BertNormalizer',
        lowercase: tokenizerConfig.do_lower_case !== false,
        strip_accents: tokenizerConfig.strip_accents,
      },
      post_processor: { type: 'BertProcessing' },
      model: { type: 'WordPiece', vocab: Object.fromEntries(lines.map((token, id) => [token, id])) },
    },
    tokenizerConfig: { ...SPECIAL, ...tokenizerConfig },
  }
}
