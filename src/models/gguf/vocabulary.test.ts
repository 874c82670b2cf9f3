import { expect, test } from 'vitest'
import { BASE_TOKENS, byteText, tokenId, vocabularyMetadata } from './vocabulary.ts'

test('the base: three markers, the bytes in order, ChatML and the space', () => {
  const texts = BASE_TOKENS.map((token) => token.text)
  expect(texts).toHaveLength(262)
  expect(texts.slice(0, 3)).toEqual(['<unk>', '<s>', '</s>'])
  expect(texts[3 + 0x0a]).toBe('<0x0A>')
  expect(texts[3 + 0xff]).toBe('<0xFF>')
  expect(texts.slice(-3)).toEqual(['<|im_start|>', '<|im_end|>', '▁'])
})

test('a tag follows the digits of a byte', () => {
  expect(byteText(0xe2, '#5')).toBe('<0xE2#5>')
})

test('token ids', () => {
  expect(tokenId(BASE_TOKENS, '<|im_end|>')).toBe(260)
  expect(() => tokenId(BASE_TOKENS, 'x')).toThrow('the vocabulary has no token "x"')
})

test('metadata: arrays of one length, a turn ends with <|im_end|>, no BOS is added', () => {
  const metadata = new Map(vocabularyMetadata(BASE_TOKENS, 'template'))
  for (const key of ['tokens', 'scores', 'token_type'])
    expect(metadata.get(`tokenizer.ggml.${key}`)?.value).toHaveLength(262)
  expect(metadata.get('tokenizer.ggml.eos_token_id')).toEqual({ type: 'u32', value: 260 })
  expect(metadata.get('tokenizer.ggml.add_bos_token')).toEqual({ type: 'bool', value: false })
  expect(metadata.get('tokenizer.chat_template')).toEqual({ type: 'string', value: 'template' })
})
