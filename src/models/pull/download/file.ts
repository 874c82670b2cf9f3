import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { SourceClient, SourceResponse } from '../net/client.ts'
import { PATIENCE, Retries, retried, Transient } from '../net/transient.ts'
import { askRange, Changed, type RangeAnswer } from './ask-range.ts'
import { type Chunk, missing } from './chunks.ts'
import { PartialFile } from './partial-file.ts'
import type { Described } from './ranged-response.ts'
import { received } from './receive.ts'
import type { RemoteFile } from './remote-file.ts'

/** How often a file may become another one while it is fetched. */
const MAX_CHANGES = 3
/**
 * What nobody has announced may be a stream without an end, and can't be gone on with when it breaks. Servers that keep
 * files know how long they are: without a length come only small ones, which are made as they are sent.
 */
const MOST_UNANNOUNCED_BYTES = 1024 ** 3
/** Each costs a request to the source, which counts them. */
const MOST_CHUNKS = 128

export interface DownloadTools {
  readonly client: SourceClient
  readonly clock: Clock
  /** Length of the stretches that are fetched side by side. */
  readonly chunkBytes: number
  /** Connections for one file. */
  readonly connections: number
  /** Bytes that there is room for, of a file whose size isn't known before. Default: any number. */
  readonly roomBytes?: number
}

export interface DownloadWatch {
  readonly signal: AbortSignal
  /** Of this file, so many bytes are there; the total once it is known. */
  progress(doneBytes: number, totalBytes: number | null): void
}

/**
 * Fetches a file, in stretches side by side where the server can, and goes on where an earlier attempt ended. Resolves
 * with its size, once everything is there; nobody has looked at the bytes then. When it rejects, what is there is kept.
 */
export async function downloadFile(
  file: RemoteFile,
  path: string,
  tools: DownloadTools,
  watch: DownloadWatch,
): Promise<number> {
  const part = await PartialFile.open(path, file, tools.clock)
  try {
    const download = new FileDownload(file, part, tools, watch)
    for (let changes = 0; !part.complete; changes++) {
      if (changes === MAX_CHANGES) throw alwaysChanging(file)
      try {
        await download.fetch()
      } catch (thrown) {
        if (!(thrown instanceof Changed)) throw thrown
        await part.restart()
      }
    }
    return part.doneBytes
  } finally {
    // After a failure there is already something to say.
    await part.save().catch(() => {})
    await part.close()
  }
}

class FileDownload {
  readonly #file: RemoteFile
  readonly #part: PartialFile
  readonly #tools: DownloadTools
  readonly #watch: DownloadWatch

  constructor(file: RemoteFile, part: PartialFile, tools: DownloadTools, watch: DownloadWatch) {
    this.#file = file
    this.#part = part
    this.#tools = tools
    this.#watch = watch
  }

  /** The first answer tells how the others can be asked for. */
  async fetch(): Promise<void> {
    const { signal } = this.#watch
    this.#tell()
    const first = this.#part.claim()
    const { answer, described } = await retried(this.#tools.clock, signal, PATIENCE, () => this.#ask(first, signal))
    if (described.extent === 'whole') return this.#takeWhole(answer, described)
    const chunk = first ?? this.#plan(answer, described)
    if (chunk) await this.#takeSideBySide(answer, chunk)
    else answer.body.destroy()
  }

  #plan({ body }: SourceResponse, { totalBytes, validator }: Described): Chunk | null {
    if (totalBytes === null) {
      body.destroy()
      const reason = 'does not say how large the file is.'
      throw new TrivetError('upstream_error', { url: this.#file.url, reason })
    }
    this.#part.plan(totalBytes, validator, Math.max(this.#tools.chunkBytes, Math.ceil(totalBytes / MOST_CHUNKS)))
    return this.#part.claim()
  }

  async #takeSideBySide(answer: SourceResponse, chunk: Chunk): Promise<void> {
    const stop = new AbortController()
    const signal = AbortSignal.any([this.#watch.signal, stop.signal])
    const worker = async (): Promise<void> => {
      for (let next = this.#part.claim(); next !== null; next = this.#part.claim()) await this.#take(next, null, signal)
    }
    const others = Array.from({ length: this.#tools.connections - 1 }, worker)
    const all = [this.#take(chunk, answer, signal).then(worker), ...others]
    try {
      await Promise.all(all)
    } finally {
      stop.abort(new Error('another part of the file failed'))
      await Promise.allSettled(all)
    }
  }

  /** One stretch, from an answer that is there already or from a new one, in as many attempts as it takes. */
  async #take(chunk: Chunk, answer: SourceResponse | null, signal: AbortSignal): Promise<void> {
    const retries = new Retries(this.#tools.clock, signal, PATIENCE)
    let current = answer
    while (missing(chunk) > 0) {
      const before = chunk.done
      try {
        current ??= (await this.#ask(chunk, signal)).answer
        await this.#receive(current, chunk, signal)
      } catch (thrown) {
        if (chunk.done > before) retries.forgive()
        await retries.wait(thrown)
      }
      current = null
    }
  }

  async #receive(answer: SourceResponse, chunk: Chunk, signal: AbortSignal): Promise<void> {
    for await (const bytes of received(answer, this.#file.url, this.#tools.clock, signal)) {
      await this.#write(chunk, bytes)
      this.#tell()
    }
    if (missing(chunk) > 0) throw endedEarly(this.#file)
  }

  /** A server without ranges: one answer has it all, and one that breaks is for nothing. */
  async #takeWhole(answer: SourceResponse, described: Described): Promise<void> {
    const { clock } = this.#tools
    const { signal } = this.#watch
    const retries = new Retries(clock, signal, PATIENCE)
    let current: RangeAnswer | null = { answer, described }
    while (true) {
      try {
        current ??= await this.#ask(null, signal)
        if (current.described.extent === 'part') {
          current.answer.body.destroy()
          throw new Changed()
        }
        await this.#part.restart()
        return await this.#receiveWhole(current.answer, current.described)
      } catch (thrown) {
        await retries.wait(thrown)
      }
      current = null
    }
  }

  async #receiveWhole(answer: SourceResponse, { totalBytes, validator }: Described): Promise<void> {
    const announced = totalBytes ?? this.#file.sizeBytes
    const { roomBytes = Number.POSITIVE_INFINITY } = this.#tools
    const chunk: Chunk = { start: 0, end: announced ?? Math.min(MOST_UNANNOUNCED_BYTES, roomBytes), done: 0 }
    for await (const bytes of received(answer, this.#file.url, this.#tools.clock, this.#watch.signal)) {
      if (announced === null && bytes.length > missing(chunk)) {
        // It is of no use to a later attempt.
        await this.#part.restart()
        throw endless(this.#file, chunk.end)
      }
      await this.#write(chunk, bytes)
      this.#watch.progress(chunk.done, announced)
    }
    if (announced !== null && missing(chunk) > 0) throw endedEarly(this.#file)
    this.#part.plan(chunk.done, validator, Math.max(chunk.done, 1))
    const whole = this.#part.claim()
    if (whole) whole.done = chunk.done
    this.#tell()
  }

  async #write(chunk: Chunk, bytes: Buffer): Promise<void> {
    if (bytes.length > missing(chunk)) {
      const reason = 'sends more of the file than there should be.'
      throw new TrivetError('upstream_error', { url: this.#file.url, reason })
    }
    await this.#part.write(chunk, bytes)
  }

  /** Asks for what is missing of a stretch; of none: for the first one, of a file that nothing is known of. */
  #ask(chunk: Chunk | null, signal: AbortSignal): Promise<RangeAnswer> {
    const range = chunk
      ? { start: chunk.start + chunk.done, end: chunk.end }
      : { start: 0, end: this.#tools.chunkBytes }
    return askRange(this.#tools.client, this.#file, range, this.#part.known, signal)
  }

  #tell(): void {
    this.#watch.progress(this.#part.doneBytes, this.#part.known?.totalBytes ?? this.#file.sizeBytes)
  }
}

function endedEarly({ url }: RemoteFile): Transient {
  return new Transient(
    new TrivetError('upstream_error', { url, reason: 'ends its answer before the end of the file.' }),
  )
}

function endless({ url }: RemoteFile, limit: number): TrivetError {
  const reason = `does not say how large the file is, and has sent ${limit} bytes, the most that Trivet takes then on this disk.`
  return new TrivetError('upstream_error', { url, reason })
}

function alwaysChanging({ url }: RemoteFile): TrivetError {
  return new TrivetError('upstream_error', { url, reason: 'has another file every time. Try again once it is whole.' })
}
