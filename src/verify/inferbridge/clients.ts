import { z } from 'zod'
import type { Check } from '../check.ts'
import { chunksOf, unnamed } from '../chunks.ts'
import { CHAT } from '../conversation.ts'
import { must, told } from '../judge.ts'
import { chunkSchema, completionSchema, responseSchema, statusSchema } from './schemas.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const jsonSchema = z.record(z.string(), z.unknown())

/** Requests as Open WebUI and n8n send them, and what these look at in the answers. */
export const clientChecks: readonly Check[] = [
  {
    name: "Open WebUI's stream, with a system message and its own extra fields, is answered with usage",
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await client.post(CHAT, {
        model,
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
        temperature: 0,
        max_tokens: 16,
        stop: ['~~~'],
        seed: 7,
        chat_id: 'c1',
        session_id: 's1',
        metadata: { task: 'chat' },
      })
      const chunks = chunksOf(unnamed(answer), chunkSchema)
      must(chunks.at(-1)?.usage !== undefined, 'there is no usage')
    },
  },
  {
    name: "Open WebUI's titles and tags, asked for without a stream, are answered",
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const messages = [{ role: 'user', content: 'Name this chat in three words.' }]
      const fields = { model, messages, stream: false, max_completion_tokens: 20, metadata: { task: 'title' } }
      told(await client.post(CHAT, fields), 200, completionSchema)
    },
  },
  {
    name: 'tools that the model may call or not are accepted',
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const tools = [{ type: 'function', function: { name: 'get_weather', parameters } }]
      const messages = [{ role: 'user', content: 'Hello' }]
      const wish = { model, messages, tools, tool_choice: 'auto', temperature: 0, max_tokens: 32 }
      told(await client.post(CHAT, wish), 200, completionSchema)
    },
  },
  {
    name: 'response_format json_object makes the answer JSON',
    profiles: ['openwebui'],
    requires: ['model'],
    grade: 'should',
    async run({ client, model }) {
      const messages = [{ role: 'user', content: 'Return {"status":"ok"}.' }]
      const wish = { model, messages, response_format: { type: 'json_object' }, temperature: 0, max_tokens: 256 }
      const { choices } = told(await client.post(CHAT, wish), 200, completionSchema)
      must(isJsonObject(choices[0]?.message.content ?? ''), 'it is no JSON object')
    },
  },
  {
    name: 'answers are counted in the system status',
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const requests = async () =>
        told(await client.get('/v1/system/status'), 200, statusSchema).metrics.per_model[model]?.requests ?? 0
      const before = await requests()
      const messages = [{ role: 'user', content: 'Hello' }]
      told(await client.post(CHAT, { model, messages, max_tokens: 1 }), 200, completionSchema)
      must((await requests()) > before, 'the request is not counted')
    },
  },
  {
    name: "n8n's agent, with functions, a form for the answer and parts of text, is answered",
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      told(
        await client.post('/v1/responses', {
          model,
          instructions: 'Be brief.',
          input: [
            { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
            { type: 'function_call', call_id: 'call-1', name: 'get_weather', arguments: '{"city":"Paris"}' },
            { type: 'function_call_output', call_id: 'call-1', output: 'sunny' },
          ],
          tools: [
            { type: 'function', name: 'get_weather', description: 'Tells the weather.', parameters, strict: true },
          ],
          tool_choice: 'none',
          parallel_tool_calls: true,
          text: { format: { type: 'text' } },
          temperature: 0.2,
          top_p: 1,
          max_output_tokens: 16,
          store: false,
          metadata: { workflow: 'w1' },
        }),
        200,
        responseSchema,
      )
    },
  },
]

function isJsonObject(text: string): boolean {
  try {
    return jsonSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
