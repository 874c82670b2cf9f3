import { renderPrompt } from '../../chat/render.ts'
import type { ErrorFormat } from '../../contracts/error-format.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Prompt } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { refuseAttachments } from '../answering/attach.ts'
import { primed } from '../answering/primed.ts'
import { decodeChat } from '../chat/decode.ts'
import type { Call, ContentReply, Endpoint } from '../endpoint.ts'
import { decodeWish } from '../fields/wish-fields.ts'
import type { Services } from '../services.ts'
import { tokenIds } from '../tokens/token-ids.ts'
import { type LogitsHead, logitsBinary, logitsJson } from './encode.ts'
import { DEFAULT_TOP, type LogitsRequestFields, logitsRequestSchema } from './request-schema.ts'
import { COLUMNS_HEADER, logitsBinarySchema, logitsSchema, ROWS_HEADER } from './response-schema.ts'
import { logitsRows, rowWidth } from './rows.ts'

const BINARY = 'application/octet-stream'

/** Where logits are served as another product's. */
export interface LogitsFace {
  readonly tag: string
  readonly errors: ErrorFormat
  /** Rejects what this product refuses in its own way. */
  readonly check?: (fields: LogitsRequestFields) => Promise<void>
}

/** GenieX's logits: what the model makes of a text, position by position. */
export function logitsEndpoint(
  services: Services,
  { tag, errors, check }: LogitsFace = { tag: 'Logits', errors: 'openai' },
): Endpoint<LogitsRequestFields> {
  return {
    method: 'POST',
    path: '/v1/logits',
    scope: 'inference',
    tag,
    errors,
    summary: 'Read the logits after each token of a text',
    description:
      'One pass over the text and nothing generated: for perplexity, multiple choice and the like. Rows are sent as ' +
      `they come. \`accept: ${BINARY}\` gets them as 32-bit floats.`,
    body: logitsRequestSchema,
    responses: {
      200: {
        description: 'A row of logits for each token.',
        content: { 'application/json': logitsSchema, [BINARY]: logitsBinarySchema },
      },
    },
    async handle(call) {
      await check?.(call.body)
      return handle(services, call)
    },
  }
}

async function handle({ scheduler }: Services, call: Call<LogitsRequestFields>): Promise<ContentReply> {
  const { body, accept, signal } = call
  const open = await scheduler.open(body.model, signal, decodeWish(body))
  requireAble(open)
  const [ids = []] = await tokenIds(open, [promptOf(open, body)], signal)
  requireKnown(open, ids, fieldOf(body))
  const { lastOnly, top } = { lastOnly: body.last_only ?? false, top: body.top_n ?? DEFAULT_TOP }
  const rows = await primed(logitsRows(open, { ids, lastOnly, top }, signal))
  const count = lastOnly ? 1 : ids.length
  if (accept.includes(BINARY)) {
    const headers = { [ROWS_HEADER]: `${count}`, [COLUMNS_HEADER]: `${rowWidth(open, top)}` }
    return { kind: 'content', contentType: BINARY, headers, pieces: logitsBinary(rows) }
  }
  const head: LogitsHead = {
    model: body.model,
    n_rows: count,
    vocab_size: Number.isFinite(open.model.vocabularyTokens) ? open.model.vocabularyTokens : null,
    top_n: top === 0 ? 0 : rowWidth(open, top),
    ...(!body.input_ids && { input_ids: ids }),
  }
  return { kind: 'content', contentType: 'application/json; charset=utf-8', pieces: logitsJson(head, rows) }
}

/** Throws `wrong_model_type`. */
function requireAble({ id, capabilities }: OpenModel): void {
  if (capabilities.logits) return
  throw new TrivetError('wrong_model_type', { model: id, reason: 'it tells no logits' }, 'model')
}

/** What the engine would refuse only when it comes to that token, and rows are on their way. */
function requireKnown({ capabilities, model }: OpenModel, ids: readonly number[], field: string): void {
  const limit = capabilities.contextTokens
  if (ids.length > limit) throw new TrivetError('context_length_exceeded', { limit, prompt: ids.length }, field)
  const foreign = ids.find((id) => id >= model.vocabularyTokens)
  if (foreign === undefined) return
  const reason = `\`${field}\` has the token ${foreign}, but the vocabulary of this model ends at ${model.vocabularyTokens - 1}.`
  throw new TrivetError('invalid_value', { reason }, field)
}

function fieldOf({ input, messages }: LogitsRequestFields): string {
  return messages ? 'messages' : input ? 'input' : 'input_ids'
}

function promptOf(open: OpenModel, { model, input_ids, input, messages }: LogitsRequestFields): Prompt {
  if (messages) {
    const { request } = decodeChat({ model, messages })
    refuseAttachments(request)
    return renderPrompt(open.model, request).text
  }
  return input_ids ?? input ?? ''
}
