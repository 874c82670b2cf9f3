import type { MediaSupport } from '../../../core/media.ts'
import type { LoadedModel } from '../../driver.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { RemoteModel } from '../upstream/endpoint.ts'

/** A program that serves one model, how it is started, and how it is asked. */
export interface ServedModel {
  /** @param port to listen at, on 127.0.0.1 */
  readonly args: (port: number) => readonly string[]
  /** Variable of its environment that tells it the key to want of whoever asks. Default: it wants none. */
  readonly keyVariable?: string
  /** Answers 200 when the program is up, such as `/health`. */
  readonly readyAt: string
  /** The folder of its API, such as `/v1`. */
  readonly api: string
  /** Requests given to it at once. */
  readonly slots: number
  readonly remote: Omit<RemoteModel, 'endpoint'>
  /** What is known of the model from its files. */
  readonly facts: Pick<LoadedModel, 'description' | 'sizeBytes' | 'engineVersion'>
  /** What it reads besides text. Default: nothing. */
  readonly media?: MediaSupport
  /** What is left of loading once the program is up. Rejects with an Error in words. Default: nothing. */
  readonly settle?: (client: UpstreamClient, signal: AbortSignal) => Promise<void>
  /** Told when the program is gone. */
  readonly gone?: () => void
}
