import { requestJson } from './request.ts'

/** How a model is to be loaded; left out: as it is set up. */
export interface LoadOptions {
  readonly nctx?: number
  readonly slots?: number
  readonly threads?: number
  readonly ngl?: number
  readonly compute?: string
  readonly kv_type?: string
  readonly instance_count?: number
  readonly keep_alive?: number
  readonly deterministic?: boolean
}

/** What a load would take. */
export interface LoadPlan {
  readonly fits: boolean
  readonly evicts: readonly string[]
  readonly waits: boolean
  readonly instance_count: number
  readonly context: number | null
  readonly slots: number
  readonly threads: number
  readonly memory: { readonly devices: readonly DeviceMemory[] } | null
  readonly needed_bytes: number
  readonly free_bytes: number
}

export interface DeviceMemory {
  readonly device: string
  readonly weights_bytes: number
  readonly kv_cache_bytes: number
  readonly total_bytes: number
}

export function planLoad(model: string, options: LoadOptions, signal: AbortSignal): Promise<LoadPlan> {
  return requestJson('v1/models/load', { body: { model, ...options, dry_run: true }, signal })
}

export async function loadModel(model: string, options: LoadOptions): Promise<void> {
  await requestJson('v1/models/load', { body: { model, ...options } })
}

export async function unloadModel(model: string): Promise<void> {
  await requestJson('v1/models/unload', { body: { model } })
}

export async function resizeModel(model: string, instance_count: number): Promise<void> {
  await requestJson('v1/models/resize', { body: { model, instance_count } })
}

export async function pinModel(model: string, pinned: boolean): Promise<void> {
  await requestJson('v1/models/pin', { body: { model, pinned } })
}

export async function deleteModel(model: string): Promise<void> {
  await requestJson(`v1/models/${encodeURIComponent(model)}`, { method: 'DELETE' })
}
