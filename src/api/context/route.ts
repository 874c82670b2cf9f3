import { attach } from '../answering/attach.ts'
import { withChosenModel } from '../answering/auto.ts'
import { planAnswer } from '../answering/plan-answer.ts'
import { decodeChat } from '../chat/decode.ts'
import { type ChatRequestFields, chatRequestSchema } from '../chat/request-schema.ts'
import { type Call, type Endpoint, json, jsonDoc, type Reply } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { tokenIds } from '../tokens/token-ids.ts'
import { countTokens, fitContext, roomForAnswer, withinContext } from './fit.ts'
import {
  type Budget,
  budgetSchema,
  type InputTokens,
  inputTokensSchema,
  type Rendered,
  renderedSchema,
} from './schema.ts'
import { truncatedField } from './truncated.ts'

/** What would come of a chat request, told without answering it. Each takes the body of /v1/chat/completions. */
export function contextEndpoints(services: Services): readonly Endpoint<ChatRequestFields>[] {
  const common = { method: 'POST', scope: 'inference', tag: 'Chat', body: chatRequestSchema } as const
  return [
    {
      ...common,
      path: '/v1/chat/render',
      summary: 'Show the prompt of a conversation',
      description: 'Text and token ids, as the model would read them. Nothing is generated.',
      responses: { 200: jsonDoc('The prompt.', renderedSchema) },
      handle: (call) => render(services, call),
    },
    {
      ...common,
      path: '/v1/chat/context-budget',
      summary: 'Tell whether a conversation fits',
      description: 'The size of the prompt, the room left, and what `truncation: "auto"` would drop.',
      responses: { 200: jsonDoc('The budget.', budgetSchema) },
      handle: (call) => budget(services, call),
    },
    {
      ...common,
      path: '/v1/chat/input_tokens',
      summary: 'Count the tokens of a conversation',
      responses: { 200: jsonDoc('The count.', inputTokensSchema) },
      handle: (call) => inputTokens(services, call),
    },
  ]
}

/** The conversation that a request is about, and the model that would answer it. */
async function openConversation(services: Services, { body, signal }: Call<ChatRequestFields>) {
  const { fields, headers } = withChosenModel(body, services)
  const { request: asked } = decodeChat(fields)
  const open = await services.scheduler.open(asked.model, signal, asked.wish)
  return { open, request: await attach(open, asked, signal), headers }
}

async function render(services: Services, call: Call<ChatRequestFields>): Promise<Reply> {
  const { open, request, headers } = await openConversation(services, call)
  const { request: fitted, dropped } = await withinContext(open, request, call.signal)
  const { tasks, reasoning } = planAnswer(open, { ...fitted, choices: 1 })
  const prompts = tasks.map((task) => task.prompt)
  const [ids = []] = await tokenIds(open, prompts, call.signal, { media: fitted.media })
  const { tags, opened } = reasoning
  const answer: Rendered = {
    object: 'chat.prompt',
    model: request.model,
    prompt: prompts.filter((prompt) => typeof prompt === 'string').join(''),
    tokens: [...ids],
    prompt_tokens: ids.length,
    reasoning: { open: tags.open, close: tags.close, opened },
    ...truncatedField(dropped),
  }
  return { ...json(answer), headers }
}

async function budget(services: Services, call: Call<ChatRequestFields>): Promise<Reply> {
  const { open, request, headers } = await openConversation(services, call)
  const context = open.capabilities.contextTokens
  const fitted = await fitContext(open, request, call.signal)
  const promptTokens = fitted.wholePromptTokens
  const remaining = (tokens: number) => Math.max(0, context - tokens)
  const answer: Budget = {
    object: 'chat.context_budget',
    model: request.model,
    context_tokens: context,
    prompt_tokens: promptTokens,
    fits: promptTokens < context,
    remaining_tokens: remaining(promptTokens),
    reserved_tokens: roomForAnswer(open, request),
    truncated: {
      turns: fitted.turns,
      messages: [...fitted.dropped],
      prompt_tokens: fitted.promptTokens,
      remaining_tokens: remaining(fitted.promptTokens),
      fits: fitted.promptTokens < context,
    },
  }
  return { ...json(answer), headers }
}

async function inputTokens(services: Services, call: Call<ChatRequestFields>): Promise<Reply> {
  const { open, request, headers } = await openConversation(services, call)
  const answer: InputTokens = {
    object: 'response.input_tokens',
    input_tokens: await countTokens(open, request, call.signal),
  }
  return { ...json(answer), headers }
}
