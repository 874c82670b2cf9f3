import { z } from 'zod'
import { itemsSchema } from '../responses/item-schema.ts'

const id = z.string().min(1).max(200)
const count = z.int().min(0)
const seconds = (what: string) => z.number().min(0).describe(`${what}, in seconds since the Unix epoch.`)

const SETTINGS_LIMIT = 64 * 1024

const settings = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= SETTINGS_LIMIT, `must be ${SETTINGS_LIMIT} characters at most`)
  .describe("The client's own: which model, with which instructions and parameters. Kept as they are.")

const title = z.string().max(500)

/** What a turn is, but for its id. */
const turnShape = {
  parent: id.nullable().describe('The turn that it answers or goes on from; null: it begins the conversation.'),
  role: z.enum(['user', 'assistant']),
  items: itemsSchema.describe('What was said, as `input` and `output` of the Responses API have it.'),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed', 'cancelled']).default('completed'),
  model: z.string().max(1000).nullable().default(null).describe('Who answered.'),
  response_id: id.nullable().default(null).describe('The response that it is; one under way is followed there.'),
  error: z
    .object({ code: z.string().max(200), message: z.string().max(10_000) })
    .nullable()
    .default(null),
  usage: z
    .object({ input_tokens: count, cached_tokens: count, output_tokens: count, reasoning_tokens: count })
    .nullable()
    .default(null),
  timing: z
    .object({
      started_at: seconds('Asked'),
      first_token_ms: z.number().min(0).nullable().describe('Until the first word.'),
      total_ms: z.number().min(0).nullable().describe('Until the last.'),
    })
    .nullable()
    .default(null)
    .describe('As the client has seen it.'),
}

export const turnRequestSchema = z
  .object({ id: id.nullish().describe('One that is there already is replaced. Default: a new one.'), ...turnShape })
  .meta({ id: 'ChatTurnRequest' })

export type TurnFields = z.infer<typeof turnRequestSchema>

export const turnSchema = z.object({ id, ...turnShape }).meta({ id: 'ChatTurn' })

export const chatRequestSchema = z
  .object({ title: title.nullish().describe('Default: empty.'), settings: settings.nullish() })
  .meta({ id: 'ChatRequest' })

export const chatChangeSchema = z
  .object({
    title: title.nullish(),
    settings: settings.nullish(),
    leaf: id.nullish().describe('The turn whose branch is shown.'),
  })
  .describe('What is left out stays.')
  .meta({ id: 'ChatChangeRequest' })

export type ChatFields = z.infer<typeof chatRequestSchema>
export type ChatChangeFields = z.infer<typeof chatChangeSchema>

const chatShape = {
  id,
  object: z.literal('chat'),
  title,
  created_at: seconds('Begun'),
  updated_at: seconds('Gone on with'),
  settings,
  leaf: id.nullable().describe('The turn whose branch was last looked at; the latest, unless told.'),
}

export const chatSchema = z.object(chatShape).meta({ id: 'Chat' })
export const wholeChatSchema = z
  .object({ ...chatShape, turns: z.array(turnSchema).describe('Oldest first; a tree by their `parent`.') })
  .meta({ id: 'WholeChat' })

export const chatListSchema = z
  .object({ object: z.literal('list'), data: z.array(chatSchema), has_more: z.boolean() })
  .meta({ id: 'ChatList' })

export const deletedChatsSchema = z
  .object({ object: z.literal('chat.deleted'), deleted: z.int().describe('How many there were.') })
  .meta({ id: 'DeletedChats' })

export const chatQuery = z.object({
  query: z.string().trim().max(200).default('').describe('Only those with this in their title or in a turn.'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  after: z.string().max(200).optional().describe('The id of a conversation to go on after.'),
})

export type ChatQuery = z.infer<typeof chatQuery>
