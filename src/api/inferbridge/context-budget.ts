import { z } from 'zod'
import { withChosenModel } from '../answering/auto.ts'
import { decodeChat } from '../chat/decode.ts'
import { fitContext } from '../context/fit.ts'
import type { Endpoint } from '../endpoint.ts'
import { withDefaults } from '../fields/default-params.ts'
import type { Services } from '../services.ts'
import { complete, inferbridgeChatSchema } from './chat.ts'
import { DEFAULTS, MAX_IMAGES } from './limits.ts'
import { knownModel } from './models/known.ts'
import { inferbridgeRoute } from './route.ts'

const schema = inferbridgeChatSchema.extend({ image_count: z.int().min(0).max(MAX_IMAGES).default(0) })

/** Kept free of both prompt and answer. */
const SAFETY_TOKENS = 8
const TOKENS_PER_IMAGE = 512
const SHOWN_MESSAGES = 12
const PREVIEW_CHARACTERS = 180

/** Whether a conversation fits, and what would be left out of it. */
export function budgetEndpoint(services: Services): Endpoint {
  const { scheduler, files } = services
  return inferbridgeRoute('POST /v1/chat/context-budget', {
    summary: 'Tell whether a conversation fits',
    scope: 'inference',
    body: schema,
    tells: 'The budget.',
    async answer({ body, signal }) {
      const { image_count: images, ...asked } = body
      const { fields } = withChosenModel(asked, services)
      const { request } = decodeChat(complete(withDefaults(fields, scheduler)), files)
      const known = await knownModel(services, request.model)
      const open = await scheduler.open(request.model, signal, request.wish)
      const context = open.capabilities.contextTokens
      const fitted = await fitContext(open, request, signal)
      const attachments = images * TOKENS_PER_IMAGE
      const prompt = fitted.promptTokens + attachments
      const requested = request.maxTokens ?? DEFAULTS.maxTokens
      const reserve = Math.max(1, Math.min(requested, Math.floor(context / 2)))
      const limit = Math.max(64, context - reserve)
      const available = Math.max(0, context - prompt - SAFETY_TOKENS)
      const effective = Math.min(requested, available)
      const shown = fitted.dropped.slice(0, SHOWN_MESSAGES)
      return {
        model: body.model,
        model_name: known.definition?.name ?? known.id,
        prompt_tokens: prompt,
        max_prompt_tokens: limit,
        prompt_budget_percent: percent(prompt, limit),
        max_context_tokens: context,
        model_output_reserve_tokens: reserve,
        requested_output_tokens: requested,
        available_output_tokens: available,
        effective_output_tokens: effective,
        output_limited: effective < requested,
        safety_tokens: SAFETY_TOKENS,
        context_usage_tokens: prompt + effective,
        context_usage_percent: percent(prompt + effective, context),
        message_count: body.messages.length,
        retained_message_count: body.messages.length - fitted.dropped.length,
        dropped_message_count: fitted.dropped.length,
        dropped_turn_count: fitted.turns,
        dropped_messages: shown.map((index) => preview(body.messages[index], index)),
        dropped_preview_truncated: fitted.dropped.length > SHOWN_MESSAGES,
        will_truncate: fitted.dropped.length > 0,
        prompt_over_budget: fitted.wholePromptTokens + attachments > limit,
        blocked: available < 1,
        system_instructions_retained: body.messages.some(({ role }) => role === 'system'),
        attachment_count: images,
        attachment_token_estimate: attachments,
        attachment_estimate_per_image: TOKENS_PER_IMAGE,
      }
    },
  })
}

function preview(message: z.infer<typeof schema>['messages'][number] | undefined, index: number) {
  const { role = '', content } = message ?? {}
  const text =
    typeof content === 'string' ? content : (content ?? []).map((part) => ('text' in part ? part.text : '')).join(' ')
  return { index, role, preview: text.slice(0, PREVIEW_CHARACTERS) }
}

function percent(part: number, whole: number): number {
  return Math.round((1000 * part) / whole) / 10
}
