import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ImageMedia } from '../../../core/media.ts'
import type { FoundPackage } from '../../native/find-package.ts'

type Fields = Readonly<Record<string, unknown>>
type Streamer = (text: string) => number

/** As much of `openvino-genai-node` as is used here. */
export interface OpenVinoRuntime {
  LLMPipeline(folder: string, device: string, properties: Fields): Promise<TextPipeline>
  VLMPipeline(folder: string, device: string, properties: Fields): Promise<ImagePipeline>
  TextEmbeddingPipeline(
    folder: string,
    device: string,
    config: Fields,
  ): Promise<{ embedDocuments(texts: readonly string[]): Promise<readonly ArrayLike<number>[]> }>
  TextRerankPipeline(
    folder: string,
    options: { readonly device: string; readonly config: Fields },
  ): Promise<{ rerank(query: string, documents: readonly string[]): Promise<readonly (readonly [number, number])[]> }>
  /** Absent in older releases. */
  readonly StructuredOutputConfig?: new (wanted: {
    readonly grammar: string
  }) => object
}

export interface TextPipeline {
  generate(prompt: string, config: Fields, streamer: Streamer): Promise<TextResult>
}

export interface ImagePipeline {
  generate(
    prompt: string,
    options: {
      readonly images: readonly object[]
      readonly generationConfig: Fields
      readonly streamer: Streamer
    },
  ): Promise<TextResult>
}

export interface TextResult {
  readonly perfMetrics: { getNumInputTokens(): number; getNumGeneratedTokens(): number }
  /** One a text; absent in older releases. */
  readonly finishReasons?: readonly number[]
}

/** What a streamer answers. */
export const STREAMING = { running: 0, cancel: 2 } as const

/** `GenerationFinishReason` */
export const FINISHED_BY_LENGTH = 2

/** `PoolingType` */
export const POOLING_TYPES = { cls: 0, mean: 1 } as const

/**
 * Rejects with what Node says where the package's own native part is missing, or isn't for this machine, and with an
 * Error in words for a release that is too old.
 * @param needed what is to be done with it
 */
export async function openRuntime(
  { entry, name, version }: FoundPackage,
  needed: keyof OpenVinoRuntime = 'LLMPipeline',
): Promise<OpenVinoRuntime> {
  const runtime = (await import(pathToFileURL(entry).href)) as Partial<OpenVinoRuntime>
  if (needed in runtime) return runtime as OpenVinoRuntime
  throw new Error(`${name} ${version} has no ${needed}, as older releases of it haven't. Install a newer one.`)
}

/** As much of `openvino-node` as is used here. */
interface Base {
  readonly addon: { readonly Tensor: new (type: 'u8', shape: readonly number[], data: Uint8Array) => object }
}

/** Makes of images what a pipeline takes, by the package that GenAI's rests on. Rejects with what Node says. */
export async function openTensors({ entry }: FoundPackage): Promise<(image: ImageMedia) => object> {
  const found = createRequire(entry).resolve('openvino-node')
  const { default: base } = (await import(pathToFileURL(found).href)) as { default: Base }
  // A batch of one, by rows, pixels and colours.
  return ({ width, height, pixels }) =>
    new base.addon.Tensor('u8', [1, height, width, 3], Uint8Array.from(Buffer.from(pixels, 'base64')))
}
