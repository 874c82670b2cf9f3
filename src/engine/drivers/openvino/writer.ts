import type { Capabilities } from '../../../core/capability.ts'
import type { ImageMedia } from '../../../core/media.ts'
import type { FoundPackage } from '../../native/find-package.ts'
import { writerCapabilities } from '../../text/model-facts.ts'
import type { ModelTokenizer } from '../../text/tokenizer.ts'
import { SAMPLED } from './generation-config.ts'
import { type OpenVinoRuntime, openTensors, type TextResult } from './runtime.ts'

/** A loaded model that writes, as its tasks see it. */
export interface Writer {
  readonly id: string
  readonly tokenizer: ModelTokenizer
  readonly contextTokens: number
  /** Whether it reads images too. */
  readonly sees: boolean
  /** What an answer is held to by a grammar; `null`: it can be held to none. */
  readonly held: ((grammar: string) => object) | null
  answer(
    prompt: string,
    images: readonly ImageMedia[],
    config: Readonly<Record<string, unknown>>,
    streamer: (text: string) => number,
  ): Promise<TextResult>
}

export interface WriterOrder extends Pick<Writer, 'id' | 'tokenizer' | 'contextTokens' | 'sees'> {
  readonly runtime: OpenVinoRuntime
  readonly found: FoundPackage
  readonly folder: string
  readonly device: string
}

/** Rejects with what OpenVINO says. */
export async function openWriter({ runtime, found, folder, device, ...model }: WriterOrder): Promise<Writer> {
  const { StructuredOutputConfig: Held } = runtime
  const held = Held === undefined ? null : (grammar: string) => new Held({ grammar })
  const properties = propertiesFor(device, model.contextTokens)
  if (!model.sees) {
    const pipeline = await runtime.LLMPipeline(folder, device, properties)
    return { ...model, held, answer: (prompt, _, config, streamer) => pipeline.generate(prompt, config, streamer) }
  }
  const tensorOf = await openTensors(found)
  const pipeline = await runtime.VLMPipeline(folder, device, properties)
  return {
    ...model,
    held,
    answer: (prompt, images, generationConfig, streamer) =>
      pipeline.generate(prompt, { images: images.map(tensorOf), generationConfig, streamer }),
  }
}

/** An NPU's graph is compiled for a prompt of a certain length. */
function propertiesFor(device: string, contextTokens: number): Readonly<Record<string, unknown>> {
  return device.includes('NPU') ? { MAX_PROMPT_LEN: contextTokens } : {}
}

export function capabilitiesOf({
  contextTokens,
  sees,
  held,
}: Pick<Writer, 'contextTokens' | 'sees' | 'held'>): Capabilities {
  const holds = held === null ? [] : (['constraint'] as const)
  return {
    ...writerCapabilities(contextTokens, ['maxTokens', 'minTokens', 'ignoreEos', ...holds, ...SAMPLED]),
    media: { image: sees, audioRate: null },
    lateGrammars: false,
  }
}
