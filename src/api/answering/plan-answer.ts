import type { Thinking } from '../../chat/after-thinking.ts'
import { answerConstraint } from '../../chat/answer-constraint.ts'
import { CHATML_END } from '../../chat/chatml.ts'
import type { PromptReasoning } from '../../chat/reasoning-tags.ts'
import { renderPrompt, templateSource } from '../../chat/render.ts'
import { unheededThinking } from '../../chat/thinking-wishes.ts'
import { toolFormatOf } from '../../chat/tools/detect.ts'
import { type Offer, offerTools } from '../../chat/tools/offer.ts'
import { offeredTools } from '../../chat/tools/offered.ts'
import { readerOf } from '../../chat/tools/source.ts'
import type { ReasoningTags } from '../../core/answer.ts'
import type { ChatRequest } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Media } from '../../core/media.ts'
import type { Constraint, GenerateTask } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { compose } from '../../stream/compose.ts'
import { customInputs } from '../../stream/custom-inputs.ts'
import { inlineReasoning } from '../../stream/inline-reasoning.ts'
import { reasoning } from '../../stream/reasoning.ts'
import { type EventTransform, stopStrings } from '../../stream/stop-strings.ts'
import { toolCalls } from '../../stream/tool-calls.ts'
import type { Unheeded } from '../fields/unheeded.ts'
import { clientStops, stopsUnheeded } from './client-stops.ts'
import { choiceOf } from './run-tasks.ts'

/** Everything about an answer that is known before it begins. */
export interface AnswerPlan {
  /** One a choice. */
  readonly tasks: readonly GenerateTask[]
  /** What the model's text goes through, for one choice. */
  readonly newTransform: (newCallId: () => string) => EventTransform
  readonly reasoning: PromptReasoning
  /** The rest of a task whose thinking was closed for it: what it still has to do, from this prompt on. */
  readonly afterThinking: (task: GenerateTask, prompt: string) => GenerateTask
  readonly unheeded: readonly Unheeded[]
}

/** Models that think without their template saying so use these; where an answer begins they can mean nothing else. */
export const USUAL_TAGS: ReasoningTags = { open: '<think>', close: '</think>', control: false }

/** Throws `template_error`, or `unsupported_parameter` for a `tool_choice` that the engine can't enforce. */
export function planAnswer(open: OpenModel, request: ChatRequest): AnswerPlan {
  const offer = offerTools(open.model, request)
  const prompt = renderPrompt(open.model, offer?.request ?? request)
  const thought = prompt.reasoning ?? { tags: USUAL_TAGS, opened: false }
  const thinking = prompt.reasoning && thinkingOf(prompt.reasoning, prompt.text, request)
  const shownTokens = [thought.tags.open, thought.tags.close, ...formatOf(open, request, offer).shownTokens]
  const task: GenerateTask = {
    kind: 'generate',
    prompt: prompt.text,
    ...mediaOf(prompt.text, request),
    sampling: request.sampling,
    maxTokens: request.maxTokens,
    ...(request.minTokens > 0 && { minTokens: request.minTokens }),
    ...(request.ignoreEos && { ignoreEos: true }),
    ...(request.logprobs !== null && { logprobs: request.logprobs }),
    ...(request.adapters.length > 0 && { adapters: request.adapters }),
    ...(request.prediction !== null && { prediction: request.prediction }),
    ...(request.speculation !== undefined && { speculation: request.speculation }),
    ...constrained(open, request, offer, thinking),
    shownTokens: [...new Set(shownTokens)],
  }
  return {
    tasks: Array.from({ length: request.choices }, (_, index) => ({
      ...task,
      ...choiceOf(request.sampling, index),
    })),
    newTransform: (newCallId) => pipeline(open, request, offer, thought, newCallId),
    reasoning: thought,
    afterThinking: ({ constraint: _, ...rest }, text) => ({
      ...rest,
      prompt: text,
      ...constrained(open, request, offer, { tags: thought.tags, state: 'closed' }),
    }),
    unheeded: [
      ...(offer?.unenforced ?? []).map((tool) => ({ tool })),
      ...(stopsUnheeded(request.stop, request.responseFormat) ? (['stop'] as const) : []),
      ...unheededThinking(templateSource(open.model, request), request.reasoning, prompt.reasoning),
    ],
  }
}

/** What the prompt has marks of: the turns of others may have been dropped. */
function mediaOf(prompt: string, { media }: ChatRequest): { media?: readonly Media[] } {
  const present = media.filter(({ mark }) => prompt.includes(mark))
  return present.length === 0 ? {} : { media: present }
}

/** `null` for a model that may not think, or whose template has closed its thinking for it: it answers. */
function thinkingOf({ tags, opened }: PromptReasoning, prompt: string, { reasoning }: ChatRequest): Thinking | null {
  if (opened) return { tags, state: 'opened' }
  const closed = prompt.trimEnd().endsWith(tags.close.trimEnd())
  return closed || reasoning.enabled === false ? null : { tags, state: 'possible' }
}

function formatOf(open: OpenModel, request: ChatRequest, offer: Offer | null) {
  return offer?.rules.format ?? toolFormatOf(templateSource(open.model, request))
}

/**
 * What the engine holds the answer to. A format it can't enforce is refused later, as any other parameter of a task is;
 * so is a call that must be made, here, while one that may be made is left to the model.
 */
function constrained(
  open: OpenModel,
  request: ChatRequest,
  offer: Offer | null,
  thinking: Thinking | null,
): { constraint?: Constraint } {
  const { responseFormat: format } = request
  const { parameters, lateGrammars = true } = open.capabilities
  const enforces = parameters.constraint !== 'refused'
  if (!enforces && offer && offer.rules.choice !== 'auto') {
    const details = { parameter: 'tool_choice', where: `the model ${open.id}`, neutral: '"auto"' }
    throw new TrivetError('unsupported_parameter', details, 'tool_choice')
  }
  // A call that may be made begins wherever the model pleases.
  const enforcesCalls = enforces && (lateGrammars || offer?.rules.choice !== 'auto')
  const held = request.tools.findIndex(({ input }) => (input?.type ?? 'text') !== 'text')
  if (!enforcesCalls && offer && held >= 0) {
    const details = { parameter: `tools.${held}.format`, where: `the model ${open.id}`, neutral: '{"type":"text"}' }
    throw new TrivetError('unsupported_parameter', details, 'tools')
  }
  const calls = offer && (enforcesCalls || format.type !== 'text') ? offer.rules : null
  const constraint = answerConstraint({ format, writing: formatOf(open, request, offer), calls, thinking })
  return constraint ? { constraint } : {}
}

/**
 * In this order: what ends a turn ends it anywhere; reasoning is taken out; calls are found in what is left; and the
 * client's stop strings are looked for in the words that the client gets as text: never in arguments, and in thinking
 * only where that was to stay in the text.
 */
function pipeline(
  open: OpenModel,
  request: ChatRequest,
  offer: Offer | null,
  { tags, opened }: PromptReasoning,
  newCallId: () => string,
): EventTransform {
  const verbatim = request.reasoning.format === 'none'
  const format = formatOf(open, request, offer)
  const reads = offer !== null || (format.wrapsAnswers === true && !verbatim)
  const maxCalls = offer?.rules.parallel ? Number.POSITIVE_INFINITY : 1
  const mustCall = offer !== null && offer.rules.choice !== 'auto'
  const tools = offeredTools(offer ? request.tools : [])
  const reader = () => readerOf((source) => format.read(source, tools))
  return compose(
    stopStrings(open.model.chatTemplate === null && request.responseFormat.type === 'text' ? [CHATML_END] : []),
    reasoning({ tags, opened, verbatim }),
    ...(reads ? [toolCalls({ reader: reader(), newCallId, maxCalls, mustCall })] : []),
    ...(verbatim ? [inlineReasoning] : []),
    clientStops(request.stop, request.responseFormat),
    customInputs(customNames(request, offer)),
  )
}

function customNames({ tools }: ChatRequest, offer: Offer | null): ReadonlySet<string> {
  return new Set(offer === null ? [] : tools.flatMap(({ name, input }) => (input === undefined ? [] : name)))
}
