import { createStore } from '../lib/store.ts'
import { requestJson } from './request.ts'

export type JobState = 'queued' | 'running' | 'paused' | 'interrupted' | 'done' | 'failed' | 'cancelled'

export interface Job {
  readonly id: string
  readonly kind: 'pull' | 'load' | 'convert' | 'quantize' | 'benchmark'
  readonly subject: string
  readonly state: JobState
  readonly stage: string | null
  readonly progress: {
    readonly done_bytes: number
    readonly total_bytes: number | null
    readonly bytes_per_second: number | null
    readonly eta_seconds: number | null
  } | null
  readonly error: { readonly message: string } | null
  readonly result: unknown
  readonly pausable: boolean
  readonly created_at: number
}

export const jobStore = createStore<readonly Job[]>([])

const BUSY_MS = 700
const IDLE_MS = 5000

export function isUnderWay({ state }: Job): boolean {
  return state === 'queued' || state === 'running'
}

/** Keeps the jobs up to date while they are looked at. Returns what ends it. */
export function followJobs(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const look = async () => {
    if (!document.hidden) await refreshJobs().catch(() => {})
    if (!ended) timer = setTimeout(look, jobStore.get().some(isUnderWay) ? BUSY_MS : IDLE_MS)
  }
  void look()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

export async function refreshJobs(): Promise<void> {
  jobStore.set((await requestJson<{ data: readonly Job[] }>('v1/jobs')).data)
}

export async function commandJob(id: string, command: 'pause' | 'resume' | 'cancel'): Promise<void> {
  const job = await requestJson<Job>(`v1/jobs/${encodeURIComponent(id)}/${command}`, { method: 'POST' })
  showJob(job)
}

/** Begins to fetch a model. */
export async function pull(body: { model: string; precision?: string; id?: string }): Promise<void> {
  showJob(await requestJson<Job>('v1/models/pull', { body }))
}

/** How a model is made of another: in GGUF of one in Hugging Face's format, or of smaller numbers. */
export type Making = 'convert' | 'quantize'

/** Begins to make one. */
export async function makeModel(making: Making, body: { model: string; type: string; id?: string }): Promise<void> {
  showJob(await requestJson<Job>(`v1/models/${making}`, { body }))
}

/** One that has just begun or changed is seen at once. */
export function showJob(job: Job): void {
  jobStore.update((jobs) => [...jobs.filter(({ id }) => id !== job.id), job])
}
