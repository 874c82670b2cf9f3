import type { ChatRequest } from '../../core/chat.ts'
import type { ChatTask, GenerateTask } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { compose } from '../../stream/compose.ts'
import { customInputs } from '../../stream/custom-inputs.ts'
import { inlineReasoning } from '../../stream/inline-reasoning.ts'
import { reasoning } from '../../stream/reasoning.ts'
import type { EventTransform } from '../../stream/stop-strings.ts'
import { refuseUnsupported } from '../validation/refuse-unsupported.ts'
import { clientStops } from './client-stops.ts'
import { USUAL_TAGS } from './plan-answer.ts'
import { samplingOfChoice } from './run-tasks.ts'

/** An answer of an engine that takes conversations as they are. */
export interface Relay {
  /** One a choice. */
  readonly tasks: readonly ChatTask[]
  readonly newTransform: () => EventTransform
}

/** Throws `unsupported_parameter` for what such an engine, or this one, can't honour. */
export function planRelay(open: OpenModel, request: ChatRequest): Relay {
  refuseUnsupported(open, asPrompted(request))
  const custom = new Set(request.tools.flatMap(({ name, input }) => (input === undefined ? [] : name)))
  const verbatim = request.reasoning.format === 'none'
  return {
    tasks: Array.from({ length: request.choices }, (_, index) => ({
      kind: 'chat',
      request: { ...request, choices: 1, sampling: samplingOfChoice(request.sampling, index) },
    })),
    newTransform: () =>
      compose(
        // Not every server takes the thinking out.
        reasoning({ tags: USUAL_TAGS, opened: false, verbatim }),
        customInputs(custom),
        ...(verbatim ? [inlineReasoning] : []),
        // Some tell the stop string too, and some know none.
        clientStops(request.stop, request.responseFormat),
      ),
  }
}

/** What the request asks of the engine, in the form that is checked for every other engine too. */
function asPrompted({ responseFormat, logprobs, prediction, speculation, ...request }: ChatRequest): GenerateTask {
  return {
    kind: 'generate',
    prompt: '',
    sampling: request.sampling,
    maxTokens: request.maxTokens,
    minTokens: request.minTokens,
    ignoreEos: request.ignoreEos,
    adapters: request.adapters,
    ...(logprobs !== null && { logprobs }),
    ...(prediction !== null && { prediction }),
    ...(speculation !== undefined && { speculation }),
    ...(responseFormat.type !== 'text' && { constraint: { grammar: '' } }),
  }
}
