import { refusal } from '../chat-promises.ts'
import type { Check } from '../check.ts'
import { ended, held } from '../conversation.ts'
import { must, told } from '../judge.ts'
import { chat } from './requests.ts'
import { completionSchema, errorSchema } from './schemas.ts'

/** Every field of the document, with a value that any model can heed. */
const ACCEPTED: readonly object[] = [
  { nctx: 1024 },
  { ngl: 0 },
  { compute: 'cpu' },
  { compute: 'CPU' },
  { compute: '' },
  { temperature: 2 },
  { top_p: 0.5 },
  { top_k: 40 },
  { min_p: 0.05 },
  { presence_penalty: -2 },
  { frequency_penalty: 2 },
  { repetition_penalty: 1.1 },
  { enable_json: false },
  { enable_think: true },
  { enable_think: false },
  { reasoning_format: 'deepseek' },
  { image_max_length: 512 },
  { spec_type: '' },
  { spec_n_max: 3, spec_n_min: 0, spec_p_min: 0 },
  { stream: false, stream_options: { include_usage: true } },
  { tools: [] },
  { no_such_field: { a: 1 } },
]

/** Values beyond what the document allows. */
const BEYOND: readonly object[] = [
  { temperature: 2.1 },
  { top_p: -0.1 },
  { top_p: 1.1 },
  { top_k: -1 },
  { min_p: 1.1 },
  { presence_penalty: 2.1 },
  { frequency_penalty: -2.1 },
  { repetition_penalty: 101 },
  { max_completion_tokens: 0 },
  { spec_n_max: 0 },
  { spec_n_min: -1 },
  { spec_p_min: 1.1 },
]

export const chatFieldChecks: readonly Check[] = [
  ...ACCEPTED.map(
    (fields): Check => ({
      name: `${JSON.stringify(fields)} is accepted`,
      profiles: ['core'],
      requires: ['model'],
      run: async ({ client, model }) => void told(await chat(client, model, fields), 200, completionSchema),
    }),
  ),
  ...BEYOND.map((fields) => refusal(chat, fields, errorSchema)),
  {
    name: 'enable_json makes the answer JSON',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const fields = { enable_json: true, enable_think: false, max_completion_tokens: 400 }
      const [choice] = told(held(await chat(client, model, fields)), 200, completionSchema).choices
      ended(choice?.finish_reason)
      must(isJson(choice?.message.content ?? ''), 'it is not JSON')
    },
  },
  {
    name: 'grammar_string holds the answer to a grammar',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const grammar_string = 'root ::= "yes" | "no"'
      const answer = held(await chat(client, model, { grammar_string, enable_think: false }))
      const content = told(answer, 200, completionSchema).choices[0]?.message.content ?? ''
      must(['yes', 'no'].includes(content), 'it is something else')
    },
  },
]

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
