import { unheededThinking } from '../../chat/thinking-wishes.ts'
import type { ChatRequest } from '../../core/chat.ts'
import type { GenerateTask } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { type Answer, answer } from '../answer.ts'
import { blocks } from '../blocks.ts'
import { formatConstraint } from '../checked-format.ts'
import { clientStops } from '../client-stops.ts'
import { type Call, type Endpoint, json, type Reply } from '../endpoint.ts'
import { primed } from '../primed.ts'
import { refuseUnsupported } from '../refuse-unsupported.ts'
import { runTasks } from '../run-tasks.ts'
import type { Services } from '../services.ts'
import { unheededFields, type WishPaths } from '../unheeded.ts'
import { decodeChat, decodeGenerate, refuseLargerContext } from './decode.ts'
import { type Envelope, encodeSaid, NOTHING_SAID } from './encode.ts'
import { answerLines, answerWhole } from './lines.ts'
import { modelNamed } from './names.ts'
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
  const common = { method: 'POST', tag: 'Ollama', errors: 'ollama' } as const
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

/** Starts an answer of an opened model. */
type Work = (open: OpenModel) => Promise<Pick<Answer, 'events' | 'unheeded'>>

function chatWork({ scheduler, newId }: Services, { body, signal }: Call<ChatFields>): Work {
  return (open) => answer(scheduler, decodeChat(body, open.id), signal, () => newId('call'))
}

function generateWork({ scheduler }: Services, { body, signal }: Call<GenerateFields>): Work {
  return async (open) => {
    const request = decodeGenerate(body, open.id)
    if (body.raw !== true) return answer(scheduler, request, signal)
    return continued(open, body.prompt ?? '', request, signal)
  }
}

/** A prompt as it is, without the chat template, which is where thinking would be asked for. */
function continued(
  open: OpenModel,
  prompt: string,
  { sampling, maxTokens, stop, responseFormat, reasoning }: ChatRequest,
  signal: AbortSignal,
): Pick<Answer, 'events' | 'unheeded'> {
  const task: GenerateTask = { kind: 'generate', prompt, sampling, maxTokens, ...formatConstraint(responseFormat) }
  refuseUnsupported(open, task, { constraint: { name: 'format', neutral: '""' } })
  return {
    events: runTasks(open, [task], () => clientStops(stop, responseFormat), signal),
    unheeded: unheededThinking('', reasoning, null),
  }
}

async function handle(
  services: Services,
  { body, signal }: Call<CommonFields>,
  kind: Envelope['kind'],
  work: Work | null,
): Promise<Reply> {
  const { scheduler, clock } = services
  const envelope: Envelope = { kind, model: body.model }
  const unheeded = body.keep_alive === null || body.keep_alive === undefined ? [] : ['keep_alive']
  const askedAt = clock.now()
  const id = modelNamed(scheduler, body.model)
  if (work === null && asksToUnload(body.keep_alive) && scheduler.model(id).state === 'stopped') {
    return json(encodeSaid(envelope, clock.now(), NOTHING_SAID, { done_reason: 'unload' }))
  }
  const open = await scheduler.open(id, signal)
  if (work === null) {
    return { ...json(encodeSaid(envelope, clock.now(), NOTHING_SAID, { done_reason: 'load' })), ignored: unheeded }
  }
  refuseLargerContext(open, body)
  const times = { askedAt, openedAt: clock.now() }
  const { events, unheeded: wishes } = await work(open)
  const ignored = [...unheeded, ...unheededFields(wishes, pathsOf(body))]
  const said = blocks(events, kind === 'chat' ? 'messages' : 'prompt', signal)
  if (body.stream === false) return { ...json(await answerWhole(envelope, said, times, clock)), ignored }
  const lines = await primed(answerLines(envelope, said, times, clock))
  return { kind: 'events', format: 'lines', events: lines, ignored }
}

function pathsOf(body: CommonFields & Pick<ChatFields, 'tools'>): WishPaths {
  const schemaPaths = (body.tools ?? []).map((_, index) => `tools.${index}.function.parameters`)
  return { stop: 'options.stop', thinking: 'think', effort: 'think', schemaPaths }
}

function asksToUnload(keepAlive: CommonFields['keep_alive']): boolean {
  return keepAlive === 0 || (typeof keepAlive === 'string' && /^0+[a-z]*$/.test(keepAlive))
}
