import { z } from 'zod'
import { missing } from '../validation/refinements.ts'

const MAX_TOKENS = 1_000_000

const model = z.string().min(1).max(1000).describe('An id from GET /v1/models.')
const text = z.string().nullish()
const yes = z.boolean().nullish()

export const tokenizeRequestSchema = z
  .object({
    model,
    text: text.describe('What to tokenize.'),
    content: text.describe("llama.cpp's name of `text`."),
    prompt: text.describe("vLLM's name of `text`."),
    add_special: yes.describe('Put BOS and the like where the model wants them, as in a prompt. Default true.'),
    add_special_tokens: yes.describe("vLLM's name of `add_special`."),
    parse_special: yes.describe('Special tokens in the text count as such, as in a prompt. Default true.'),
  })
  .refine((body) => typeof (body.text ?? body.content ?? body.prompt) === 'string', missing('text'))
  .meta({ id: 'TokenizeRequest' })

export const tokenizationSchema = z
  .object({
    object: z.literal('tokenization'),
    model: z.string(),
    tokens: z.array(z.int()),
    count: z.int(),
    max_model_len: z.int().describe('Tokens one request may span, prompt and answer together.'),
  })
  .meta({ id: 'Tokenization' })

export const detokenizeRequestSchema = z
  .object({ model, tokens: z.array(z.int().min(0)).max(MAX_TOKENS) })
  .meta({ id: 'DetokenizeRequest' })

export const detokenizationSchema = z
  .object({ object: z.literal('detokenization'), model: z.string(), text: z.string() })
  .meta({ id: 'Detokenization' })

export type TokenizeFields = z.infer<typeof tokenizeRequestSchema>
export type DetokenizeFields = z.infer<typeof detokenizeRequestSchema>
