import { stat } from 'node:fs/promises'
import { TrivetError } from '../../core/errors.ts'
import type { EngineEnd } from '../driver.ts'
import { engineCrashed } from '../process/instance.ts'

/** Why an engine is `failed`, and what would make another try worth it. */
export interface Failure {
  /** What whoever asks is told, at a time of the same clock as `retryAt`. */
  told(now: number): TrivetError
  /** Milliseconds that have elapsed by then: see `Clock.elapsed`. */
  readonly retryAt: number
  /** The model file as it was when loading failed; `null` when it isn't the file's fault. */
  readonly fileStamp: string | null
}

/** It crashed once too often: those who come now are refused before they run, and told when to come back. */
export function openCircuit(
  model: string,
  crashes: number,
  end: Omit<EngineEnd, 'expected'>,
  retryAt: number,
): Failure {
  const what = end.elsewhere ? failedElsewhere(end) : crashedOften(crashes, end)
  return {
    retryAt,
    fileStamp: null,
    told: (now) => {
      const retryAfter = Math.max(1, Math.ceil((retryAt - now) / 1000))
      const when = now < retryAt ? `Try again in ${retryAfter} s.` : 'It is tried again when it is next asked for.'
      return new TrivetError('engine_unavailable', { model, state: 'down', reason: `${what} ${when}`, retryAfter })
    },
  }
}

/** Why an engine that ended by itself is not there while it comes back. */
export function comingBack(model: string, end: Omit<EngineEnd, 'expected'>): TrivetError {
  if (!end.elsewhere) return engineCrashed(model, end)
  const reason = `${failedElsewhere(end)} It is asked again.`
  return new TrivetError('engine_unavailable', { model, state: 'starting', reason })
}

function crashedOften(crashes: number, { how, lastLine }: Pick<EngineEnd, 'how' | 'lastLine'>): string {
  return `it crashed ${crashes} times without an answer in between (${how}${lastLine === '' ? '' : `: ${lastLine}`}).`
}

function failedElsewhere({ how, lastLine }: Pick<EngineEnd, 'how' | 'lastLine'>): string {
  return `${how} (${lastLine}).`
}

/** A corrupt file stays corrupt: worth a try when the file has changed, or when memory may have come free meanwhile. */
export function mayRetry(failure: Pick<Failure, 'retryAt' | 'fileStamp'>, now: number, fileStamp: string): boolean {
  return now >= failure.retryAt || (failure.fileStamp !== null && failure.fileStamp !== fileStamp)
}

/** Size and modification time as one text; a file that isn't there has a stamp too. */
export async function stampOf(path: string): Promise<string> {
  const file = await stat(path).catch(() => null)
  return file === null ? 'missing' : `${file.size} ${file.mtimeMs}`
}
