import { requestJson } from './request.ts'

export type ModelState = 'stopped' | 'starting' | 'ready' | 'draining' | 'stopping' | 'failed'

/** What the page reads of a model. */
export interface Model {
  readonly id: string
  readonly state: ModelState
  readonly reason: string | null
  readonly progress: number
  readonly running: number
  readonly waiting: number
  readonly source: string | null
  readonly capabilities: readonly string[] | null
  readonly context_length: number | null
  readonly trained_context_length: number | null
  readonly size_bytes: number | null
  readonly parameters: number | null
  readonly quantization: string | null
  readonly pinned: boolean
  readonly instance_count: number
  readonly memory: { readonly total_bytes: number } | null
  /** As they are in effect. */
  readonly settings: {
    readonly context: number | null
    readonly slots: number | null
    readonly threads: number | null
    readonly gpu_layers: number | null
    readonly compute: string
    readonly kv_type: string
    readonly instance_count: number
    readonly keep_alive: number
  }
}

export async function listModels(signal?: AbortSignal): Promise<readonly Model[]> {
  return (await requestJson<{ data: readonly Model[] }>('v1/models', { signal })).data
}

/** Whether it answers in a conversation; one whose files tell nothing may. */
export function canChat({ capabilities, state }: Model): boolean {
  if (capabilities === null) return state !== 'failed'
  return capabilities.includes('chat') || capabilities.includes('completion')
}

export interface ContextBudget {
  readonly context_tokens: number
  readonly prompt_tokens: number
  readonly fits: boolean
  readonly truncated: { readonly turns: number; readonly messages: readonly number[]; readonly fits: boolean }
}

export function contextBudget(body: object, signal: AbortSignal): Promise<ContextBudget> {
  return requestJson('v1/chat/context-budget', { body, signal })
}
