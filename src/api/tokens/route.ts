import type { z } from 'zod'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import type { Services } from '../services.ts'
import {
  type DetokenizeFields,
  detokenizationSchema,
  detokenizeRequestSchema,
  type TokenizeFields,
  tokenizationSchema,
  tokenizeRequestSchema,
} from './schema.ts'
import { textOf, tokenIds } from './token-ids.ts'

/** A model's tokenizer: text to token ids, and back. */
export function tokenEndpoints(services: Services): readonly [Endpoint<TokenizeFields>, Endpoint<DetokenizeFields>] {
  return [
    {
      method: 'POST',
      path: '/v1/tokenize',
      scope: 'inference',
      tag: 'Tokens',
      summary: 'Tokenize a text',
      body: tokenizeRequestSchema,
      responses: { 200: jsonDoc('The tokens.', tokenizationSchema) },
      handle: (call) => tokenize(services, call),
    },
    {
      method: 'POST',
      path: '/v1/detokenize',
      scope: 'inference',
      tag: 'Tokens',
      summary: 'Make text of tokens',
      description: 'Special tokens are spelled out. Bytes that are no whole character become U+FFFD.',
      body: detokenizeRequestSchema,
      responses: { 200: jsonDoc('The text.', detokenizationSchema) },
      handle: (call) => detokenize(services, call),
    },
  ]
}

async function tokenize({ scheduler }: Services, { body, signal }: Call<TokenizeFields>): Promise<Reply> {
  const open = await scheduler.open(body.model, signal)
  const text = body.text ?? body.content ?? body.prompt ?? ''
  const options = {
    addSpecial: body.add_special ?? body.add_special_tokens ?? true,
    parseSpecial: body.parse_special ?? true,
  }
  const [ids = []] = await tokenIds(open, [text], signal, options)
  const answer: z.infer<typeof tokenizationSchema> = {
    object: 'tokenization',
    model: body.model,
    tokens: [...ids],
    count: ids.length,
    max_model_len: open.capabilities.contextTokens,
  }
  return json(answer)
}

async function detokenize({ scheduler }: Services, { body, signal }: Call<DetokenizeFields>): Promise<Reply> {
  const open = await scheduler.open(body.model, signal)
  const text = body.tokens.length === 0 ? '' : await textOf(open, body.tokens, signal)
  const answer: z.infer<typeof detokenizationSchema> = { object: 'detokenization', model: body.model, text }
  return json(answer)
}
