import type { z } from 'zod'
import type { FinishedRequest } from '../../core/meter.ts'
import type { RequestTrace, RunningRequest } from '../../core/running.ts'
import type { EngineTask } from '../../core/task.ts'
import type { requestDetailSchema, requestSchema } from './schema.ts'

export type RequestFields = z.infer<typeof requestSchema>

/** Token ids of each task's prompt, run by run. */
type PromptIds = readonly (readonly (readonly number[] | null)[])[]

export function encodeRunning(request: RunningRequest): RequestFields {
  return { ...encodeCommon(request), status: request.state, first_token_ms: null, latency_ms: null }
}

export function encodeFinished(request: FinishedRequest): RequestFields {
  const { outcome, firstTokenMs, latencyMs } = request
  return { ...encodeCommon(request), status: outcome, first_token_ms: firstTokenMs, latency_ms: latencyMs }
}

export function encodeDetail(
  fields: RequestFields,
  { runs, cut }: RequestTrace,
  ids: PromptIds,
): z.infer<typeof requestDetailSchema> {
  return {
    ...fields,
    runs: runs.map(({ tasks, events }, index) => ({
      tasks: tasks.map(encodeTask),
      prompt_token_ids: (ids[index] ?? []).map((prompt) => prompt && [...prompt]),
      events: events.map(({ ms, task, event }) => ({ ms, task, event: JSON.parse(event) })),
    })),
    truncated: cut,
  }
}

function encodeCommon(request: RunningRequest | FinishedRequest) {
  return {
    object: 'request' as const,
    id: request.requestId,
    route: request.route,
    owner: request.owner,
    model: request.model,
    started_at: request.startedMs / 1000,
    prompt_tokens: request.promptTokens,
    cached_tokens: request.cachedTokens,
    completion_tokens: request.completionTokens,
  }
}

/** As the engine got it; of images and sounds only how many there were. */
function encodeTask(task: EngineTask): Record<string, unknown> {
  return 'media' in task ? { ...task, media: task.media?.length ?? 0 } : { ...task }
}
