import { TrivetError } from '../../../../core/errors.ts'
import type { EngineEvent } from '../../../../core/event.ts'
import type { EmbedTask, RerankTask } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import { Batch } from '../native/batch.ts'
import type { Context } from '../native/context.ts'
import { type InputSetting, readInputs } from './inputs.ts'

/** `contextTokens` is also what all texts of one batch have together. */
export interface EmbedderSetting extends InputSetting {
  /** Texts of one batch at most. */
  readonly sequences: number
  /** Numbers in one result: the vector's size, or 1 for a score. */
  readonly outputSize: number
}

export type EmbedderTask = EmbedTask | RerankTask

/** One text on its way through the model. */
interface Item {
  readonly job: Job
  readonly index: number
  readonly tokens: ArrayLike<number>
}

interface Job {
  readonly task: EmbedderTask
  readonly sink: EventSink
  left: number
  promptTokens: number
  ended: boolean
}

/** Makes vectors or scores of texts, as many in one batch as fit, whoever asked for them. */
export class Embedder {
  readonly #context: Context
  readonly #setting: EmbedderSetting
  readonly #batch: Batch
  readonly #queue: Item[] = []
  #busy = false
  #loop: Promise<void> = Promise.resolve()

  constructor(context: Context, setting: EmbedderSetting) {
    this.#context = context
    this.#setting = setting
    this.#batch = new Batch(setting.contextTokens)
  }

  /** Takes a task; see `LoadedBackend.submit`. */
  submit(task: EmbedderTask, sink: EventSink): () => void {
    const job: Job = { task, sink, left: 0, promptTokens: 0, ended: false }
    readInputs(task, this.#setting).then(
      (inputs) => {
        job.left = inputs.length
        inputs.forEach((tokens, index) => {
          this.#queue.push({ job, index, tokens })
        })
        if (inputs.length === 0) finish(job)
        this.#wake()
      },
      (error: unknown) => {
        const report = error instanceof TrivetError ? error : new TrivetError('engine_error', { reason: String(error) })
        emit(job, { type: 'error', error: report.report() })
        end(job)
      },
    )
    return () => end(job)
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    await this.#loop
  }

  #wake(): void {
    if (!this.#busy) this.#loop = this.#batches()
  }

  async #batches(): Promise<void> {
    this.#busy = true
    while (this.#queue.length > 0) {
      const items = this.#nextBatch()
      if (items.length > 0) await this.#compute(items)
    }
    // In the same breath as the last look at the queue: nothing can arrive between.
    this.#busy = false
  }

  /** The items in front that fit together; those that nobody waits for any more are dropped. */
  #nextBatch(): Item[] {
    const items: Item[] = []
    let rows = 0
    while (this.#queue.length > 0 && items.length < this.#setting.sequences) {
      const next = this.#queue[0] as Item
      if (!next.job.ended && rows + next.tokens.length > this.#setting.contextTokens) break
      this.#queue.shift()
      if (next.job.ended) continue
      rows += next.tokens.length
      items.push(next)
    }
    return items
  }

  async #compute(items: readonly Item[]): Promise<void> {
    this.#context.clear()
    this.#batch.clear()
    items.forEach(({ tokens }, sequence) => {
      for (let at = 0; at < tokens.length; at++) this.#batch.add(tokens[at] as number, at, sequence, true)
    })
    const outcome = await this.#context.decode(this.#batch)
    items.forEach((item, sequence) => {
      if (outcome === 'done') this.#tell(item, this.#context.pooled(sequence, this.#setting.outputSize))
      else {
        const error = new TrivetError('engine_error', { reason: `llama_decode: ${outcome}` })
        emit(item.job, { type: 'error', error: error.report() })
        end(item.job)
      }
    })
  }

  #tell({ job, index, tokens }: Item, output: Float32Array): void {
    job.promptTokens += tokens.length
    job.left -= 1
    emit(job, resultOf(job.task, index, tokens.length, output))
    if (job.left === 0) finish(job)
  }
}

function resultOf(task: EmbedderTask, index: number, tokens: number, output: Float32Array): EngineEvent {
  if (task.kind === 'rerank') return { type: 'score', index, score: scoreOf(output), tokens }
  // A copy: the view is the engine's and changes with the next batch.
  const vector = task.normalize ? unit(output) : Float32Array.from(output)
  return { type: 'embedding', index, vector: Buffer.from(vector.buffer).toString('base64'), tokens }
}

/**
 * The logit that the document answers the query. Of a model that says yes or no, llama.cpp tells both probabilities:
 * their log-odds are the same thing.
 */
function scoreOf([yes = 0, no]: Float32Array): number {
  return no === undefined ? yes : Math.log(Math.max(yes, LEAST_FLOAT)) - Math.log(Math.max(no, LEAST_FLOAT))
}

/** The smallest normal number in 32 bits. */
const LEAST_FLOAT = 2 ** -126

/** The vector scaled to length 1; a zero vector stays as it is. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => (length === 0 ? 0 : value / length))
}

function emit(job: Job, event: EngineEvent): void {
  if (!job.ended) job.sink.emit(event)
}

function finish(job: Job): void {
  emit(job, { type: 'usage', promptTokens: job.promptTokens, completionTokens: 0, cachedTokens: 0 })
  emit(job, { type: 'finish', reason: 'stop' })
  end(job)
}

function end(job: Job): void {
  if (job.ended) return
  job.ended = true
  job.sink.end()
}
