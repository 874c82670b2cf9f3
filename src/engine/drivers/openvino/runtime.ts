import { pathToFileURL } from 'node:url'
import type { FoundPackage } from '../../native/find-package.ts'

/** As much of `openvino-genai-node` as is used here. */
export interface OpenVinoRuntime {
  LLMPipeline(folder: string, device: string, properties: Readonly<Record<string, unknown>>): Promise<TextPipeline>
  TextEmbeddingPipeline(
    folder: string,
    device: string,
    config: Readonly<Record<string, unknown>>,
  ): Promise<{ embedDocuments(texts: readonly string[]): Promise<readonly ArrayLike<number>[]> }>
  TextRerankPipeline(
    folder: string,
    options: { readonly device: string; readonly config: Readonly<Record<string, unknown>> },
  ): Promise<{ rerank(query: string, documents: readonly string[]): Promise<readonly (readonly [number, number])[]> }>
}

export interface TextPipeline {
  generate(
    prompt: string,
    config: Readonly<Record<string, unknown>>,
    streamer: (text: string) => number,
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

/** Rejects with what Node says where the package's own native part is missing, or isn't for this machine. */
export async function openRuntime({ entry }: FoundPackage): Promise<OpenVinoRuntime> {
  return (await import(pathToFileURL(entry).href)) as OpenVinoRuntime
}
