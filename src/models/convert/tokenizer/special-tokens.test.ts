import { describe, expect, test } from 'vitest'
import { HfConfig } from '../config.ts'
import { specialTokenMetadata } from './special-tokens.ts'
import { tokenizerJson } from './tokenizer-json.ts'
import type { SourceVocabulary } from './vocabulary.ts'

const TEXTS = ['<s>', '</s>', '<unk>', '[CLS]', '[SEP]', '<pad>']
const vocabulary: SourceVocabulary = {
  model: 'gpt2',
  pre: 'gpt-2',
  tokens: new Map(TEXTS.map((text, id) => [id, { text, type: 'control' as const }])),
  metadata: [],
}

function metadata(tokenizerConfig: object, { config = {}, post = null as object | null } = {}) {
  const sources = {
    json: post === null ? null : tokenizerJson({ model: {}, post_processor: post }),
    tokenizerConfig: tokenizerConfig as Record<string, unknown>,
    config: new HfConfig({ architectures: ['X'], ...config }),
  }
  const entries = specialTokenMetadata(sources, vocabulary)
  return Object.fromEntries(entries.map(([key, value]) => [key.replace('tokenizer.ggml.', ''), value.value]))
}

const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
const text = (id = 'A') => ({ Sequence: { id, type_id: 0 } })

describe('roles', () => {
  test('are named by text, plain or as an object, or numbered by config.json', () => {
    expect(metadata({ bos_token: '<s>', eos_token: { content: '</s>' } }, { config: { pad_token_id: 5 } })).toEqual({
      bos_token_id: 0,
      eos_token_id: 1,
      padding_token_id: 5,
    })
  })

  test('of several ends the first counts', () => {
    expect(metadata({}, { config: { eos_token_id: [1, 4] } })).toEqual({ eos_token_id: 1 })
  })

  test("BERT's class and separator are its beginning and end", () => {
    expect(metadata({ cls_token: '[CLS]', sep_token: '[SEP]' })).toEqual({
      bos_token_id: 3,
      eos_token_id: 4,
      cls_token_id: 3,
      seperator_token_id: 4,
    })
  })
})

describe('what is added by itself', () => {
  const tokens = { bos_token: '<s>', eos_token: '</s>' }

  test('is what a template adds', () => {
    const post = { type: 'TemplateProcessing', single: [special('<s>'), text()], pair: [] }
    expect(metadata(tokens, { post })).toMatchObject({ add_bos_token: true, add_eos_token: false })
  })

  test('is what a template within a sequence adds, between two texts as well', () => {
    const single = [special('<s>'), text(), special('</s>')]
    const pair = [special('<s>'), text(), special('</s>'), special('</s>'), text('B'), special('</s>')]
    const post = { type: 'Sequence', processors: [{ type: 'TemplateProcessing', single, pair }] }
    expect(metadata(tokens, { post })).toMatchObject({
      add_bos_token: true,
      add_eos_token: true,
      add_sep_token: true,
    })
  })

  test("is no separator where the first text's end is all there is between two", () => {
    const single = [special('[CLS]'), text(), special('[SEP]')]
    const pair = [special('[CLS]'), text(), special('[SEP]'), text('B'), special('[SEP]')]
    const post = { type: 'TemplateProcessing', single, pair }
    const bert = { cls_token: '[CLS]', sep_token: '[SEP]' }
    expect(metadata(bert, { post })).toMatchObject({ add_eos_token: true, add_sep_token: false })
    expect(metadata(bert, { post: { type: 'BertProcessing' } })).toMatchObject({ add_sep_token: false })
    expect(metadata(bert, { post: { type: 'RobertaProcessing' } })).toMatchObject({ add_sep_token: true })
  })

  test('is what the configuration says, whatever the template', () => {
    const post = { type: 'TemplateProcessing', single: [special('<s>'), text()], pair: [] }
    expect(metadata({ ...tokens, add_bos_token: false }, { post })).toMatchObject({ add_bos_token: false })
  })

  test('is not said where nobody says it', () => {
    expect(metadata(tokens)).not.toHaveProperty('add_bos_token')
  })
})
