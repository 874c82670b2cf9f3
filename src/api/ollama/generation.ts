import { unheededThinking } from '../../chat/thinking-wishes.ts'
import type { ChatRequest } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { GenerateTask } from '../../core/task.ts'
import type { Wish } from '../../core/wish.ts'
import type { OpenModel, Scheduler } from '../../scheduler/scheduler.ts'
import { type Answer, answer } from '../answering/answer.ts'
import { type NeedyFields, withChosenModel } from '../answering/auto.ts'
import { blocks } from '../answering/blocks.ts'
import { formatConstraint } from '../answering/checked-format.ts'
import { clientStops } from '../answering/client-stops.ts'
import { primed } from '../answering/primed.ts'
import { queueHeader } from '../answering/queue-header.ts'
import { runTasks } from '../answering/run-tasks.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { withoutUnable } from '../fields/assumed-sampling.ts'
import { fill } from '../fields/default-params.ts'
import { unheededFields, type WishPaths } from '../fields/unheeded.ts'
import type { Services } from '../services.ts'
import { refuseUnsupported } from '../validation/refuse-unsupported.ts'
import { decodeChat, decodeGenerate, decodeWish } from './decode.ts'
import { type Envelope, encodeSaid, NOTHING_SAID } from './encode.ts'
import { answerLines, answerWhole, type Times } from './lines.ts'
import { modelNamed } from './names.ts'
import { PromptTimer } from './prompt-timer.ts'
import {
  type ChatFields,
  type CommonFields,
  chatSchema,
  type GenerateFields,
  generateSchema,
} from './request-schema.ts'
import { chatResponseSchema, generateResponseSchema } from './response-schema.ts'

/** Ollama's two ways to have text generated. */
export function generationEndpoints(services: Services): readonly [Endpoint<ChatFields>, Endpoint<GenerateFields>] {
  const common = { method: 'POST', scope: 'inference', tag: 'Ollama', errors: 'ollama' } as const
  return [
    {
      ...common,
      path: '/api/chat',
      summary: "Answer a conversation, in Ollama's words",
      body: chatSchema,
      responses: {
        200: {
          description: 'The answer, a JSON object a line or in one.',
          content: { 'application/x-ndjson': chatResponseSchema, 'application/json': chatResponseSchema },
        },
      },
      handle: (call) => handle(services, call, 'chat', call.body.messages?.length ? chatWork(services, call) : null),
    },
    {
      ...common,
      path: '/api/generate',
      summary: "Answer a prompt, in Ollama's words",
      body: generateSchema,
      responses: {
        200: {
          description: 'The answer, a JSON object a line or in one.',
          content: { 'application/x-ndjson': generateResponseSchema, 'application/json': generateResponseSchema },
        },
      },
      handle: (call) => handle(services, call, 'generate', call.body.prompt ? generateWork(services, call) : null),
    },
  ]
}

type Started = Pick<Answer, 'events' | 'unheeded' | 'headers'>

/** Starts an answer of an opened model. */
type Work = (open: OpenModel) => Promise<Started>

function chatWork({ scheduler, newId }: Services, { body, signal }: Call<ChatFields>): Work {
  return (open) =>
    answer(scheduler, decodeChat(settled(body, scheduler, open.id), open.id), signal, () => newId('call'))
}

function generateWork({ scheduler }: Services, { body, signal }: Call<GenerateFields>): Work {
  return async (open) => {
    const request = decodeGenerate(settled(body, scheduler, open.id), open.id)
    if (body.raw !== true) return answer(scheduler, request, signal)
    return continued(open, body.prompt ?? '', request, signal)
  }
}

/** A prompt as it is, without the chat template, which is where thinking would be asked for. */
function continued(
  open: OpenModel,
  prompt: string,
  { sampling: wanted, assumed, maxTokens, stop, responseFormat, reasoning }: ChatRequest,
  signal: AbortSignal,
): Started {
  const sampling = withoutUnable(wanted, assumed, open.capabilities)
  const task: GenerateTask = { kind: 'generate', prompt, sampling, maxTokens, ...formatConstraint(responseFormat) }
  refuseUnsupported(open, task, { constraint: { name: 'format', neutral: '""' } })
  return {
    events: runTasks(open, [task], () => clientStops(stop, responseFormat), signal),
    unheeded: unheededThinking('', reasoning, null),
    headers: queueHeader(open),
  }
}

async function handle(
  services: Services,
  { body, signal }: Call<CommonFields>,
  kind: Envelope['kind'],
  work: Work | null,
): Promise<Reply> {
  const { scheduler, clock } = services
  const wish = decodeWish(body)
  const askedAt = clock.now()
  const named = { ...body, model: modelNamed(scheduler, body.model) }
  const { fields, headers: chosen } = withChosenModel<CommonFields & NeedyFields>(named, services)
  const id = fields.model
  const envelope: Envelope = { kind, model: Object.keys(chosen).length > 0 ? id : body.model }
  if (work === null && wish.keepAliveMs === 0) {
    await scheduler.unload(id).catch(unlessNotLoaded)
    return json(encodeSaid(envelope, clock.now(), NOTHING_SAID, { done_reason: 'unload' }))
  }
  const open = await scheduler.open(id, signal, wish)
  if (work === null) return json(encodeSaid(envelope, clock.now(), NOTHING_SAID, { done_reason: 'load' }))
  const openedAt = clock.now()
  const { events, unheeded, headers: told } = await work(open)
  const headers = { ...chosen, ...told }
  const ignored = [...overstretched(wish, open), ...unheededFields(unheeded, pathsOf(body))]
  const prompt = new PromptTimer(events, clock)
  const times: Times = { askedAt, openedAt, prompt }
  const said = blocks(prompt.events, kind === 'chat' ? 'messages' : 'prompt', signal)
  if (body.stream === false) return { ...json(await answerWhole(envelope, said, times, clock)), headers, ignored }
  const lines = await primed(answerLines(envelope, said, times, clock))
  return { kind: 'events', format: 'lines', events: lines, headers, ignored }
}

/** A context of as many tokens as were asked for would be more than the model knows to use. */
function overstretched({ contextTokens = 0 }: Wish, { model }: OpenModel): readonly string[] {
  const trained = model.trainedContextTokens
  return trained > 0 && contextTokens > trained ? [`options.num_ctx: more than ${trained}`] : []
}

function pathsOf(body: CommonFields & Pick<ChatFields, 'tools'>): WishPaths {
  const schemaPaths = (body.tools ?? []).map((_, index) => `tools.${index}.function.parameters`)
  return { stop: 'options.stop', thinking: 'think', effort: 'think', schemaPaths }
}

function unlessNotLoaded(error: unknown): void {
  if (!(error instanceof TrivetError) || error.code !== 'model_not_loaded') throw error
}

/** The request in which what it leaves out is as the model was set up. */
function settled<Fields extends CommonFields>(body: Fields, scheduler: Scheduler, id: string): Fields {
  return { ...body, options: fill(body.options ?? {}, scheduler.defaults(id), DEFAULT_NAMES) }
}

/** Thinking is no option here. */
const DEFAULT_NAMES = { max_tokens: 'num_predict', enable_thinking: null }
