import type { Check } from '../check.ts'
import { chunksOf } from '../chunks.ts'
import { must, told } from '../judge.ts'
import { COMPLETIONS } from './requests.ts'
import { errorSchema, textChunkSchema, textCompletionSchema } from './schemas.ts'

const PROMPT = 'Once upon a time'

const REFUSED: Readonly<Record<string, object>> = {
  'no prompt': {},
  'an empty prompt': { prompt: '' },
  'a prompt that is a number': { prompt: 7 },
}

export const completionChecks: readonly Check[] = [
  {
    name: 'a text goes on, for 16 tokens at most unless told',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { usage } = told(await client.post(COMPLETIONS, { model, prompt: PROMPT }), 200, textCompletionSchema)
      must(usage.completion_tokens <= 16, `${usage.completion_tokens} tokens`)
    },
  },
  {
    name: 'echo begins with the prompt, whole and streamed',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const request = { model, prompt: PROMPT, echo: true, temperature: 0, max_tokens: 4 }
      const whole = told(await client.post(COMPLETIONS, request), 200, textCompletionSchema).choices[0]?.text
      must(whole?.startsWith(PROMPT) ?? false, 'it does not')
      const answer = await client.post(COMPLETIONS, { ...request, stream: true })
      const chunks = chunksOf(answer, textChunkSchema)
      must(chunks[0]?.choices[0]?.text === PROMPT, 'the first chunk is not the prompt')
      must(chunks.map(({ choices }) => choices[0]?.text ?? '').join('') === whole, 'the texts differ')
    },
  },
  {
    name: 'a stop string ends a text, and an empty one does not',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const text = async (fields: object) =>
        told(
          await client.post(COMPLETIONS, { model, prompt: PROMPT, temperature: 0, ...fields }),
          200,
          textCompletionSchema,
        ).choices[0]?.text ?? ''
      const plain = await text({})
      must((await text({ stop: '' })) === plain, 'the empty one changes the text')
      const stop = plain.slice(1, 3)
      if (stop !== '') must((await text({ stop })) === plain.slice(0, plain.indexOf(stop)), 'it goes on')
    },
  },
  ...Object.entries(REFUSED).map(
    ([kind, fields]): Check => ({
      name: `${kind} is a 400`,
      profiles: [],
      requires: ['model'],
      run: async ({ client, model }) =>
        void told(await client.post(COMPLETIONS, { model, ...fields }), 400, errorSchema),
    }),
  ),
]
