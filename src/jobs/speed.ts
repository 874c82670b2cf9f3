import type { Progress } from './job.ts'

/** What is older has no say in the speed. */
const WINDOW_MS = 10_000
/** Below this the first blocks, which come out of buffers, would look like a fast line. */
const MIN_SPAN_MS = 500
const MIN_STEP_MS = 100

interface Sample {
  readonly atMs: number
  readonly bytes: number
}

/** Speed and time left, by what was done in the last ten seconds. */
export class SpeedMeter {
  #samples: Sample[] = []

  measure(doneBytes: number, totalBytes: number | null, nowMs: number): Progress {
    this.#note({ atMs: nowMs, bytes: doneBytes })
    const bytesPerSecond = this.#speed(nowMs, doneBytes)
    const left = totalBytes === null ? null : Math.max(0, totalBytes - doneBytes)
    const etaSeconds = left === null || !bytesPerSecond ? null : Math.ceil(left / bytesPerSecond)
    return { doneBytes, totalBytes, bytesPerSecond, etaSeconds }
  }

  #note(sample: Sample): void {
    const last = this.#samples.at(-1)
    // A count or a clock that goes back: a stage began anew, or somebody set the time.
    if (last && (sample.bytes < last.bytes || sample.atMs < last.atMs)) this.#samples = []
    if (last && sample.atMs - last.atMs < MIN_STEP_MS && this.#samples.length > 0) return
    this.#samples.push(sample)
    while (this.#samples.length > 2 && sample.atMs - (this.#samples[0]?.atMs ?? 0) > WINDOW_MS) this.#samples.shift()
  }

  #speed(nowMs: number, doneBytes: number): number | null {
    const first = this.#samples[0]
    if (!first || nowMs - first.atMs < MIN_SPAN_MS) return null
    return Math.round(((doneBytes - first.bytes) * 1000) / (nowMs - first.atMs))
  }
}
