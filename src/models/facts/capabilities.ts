import type { HeaderValue } from '../gguf/header.ts'
import type { ModelCapabilities } from './facts.ts'

type Metadata = ReadonlyMap<string, HeaderValue>

/** llama.cpp's LLAMA_POOLING_TYPE_RANK: a score instead of a vector. */
const RANK_POOLING = 4

/** Architectures that have nothing but an encoder, and so never write. */
const ENCODERS = /bert|^t5encoder$|^gemma-embedding$/

/** What a model's metadata make it for; a projector beside it adds what it sees and hears. */
export function capabilitiesOf(metadata: Metadata, template: string, projector: Metadata | null): ModelCapabilities {
  const architecture = String(metadata.get('general.architecture') ?? '')
  const pooling = Number(metadata.get(`${architecture}.pooling_type`) ?? 0)
  const causal = metadata.get(`${architecture}.attention.causal`) !== false && !ENCODERS.test(architecture)
  const rerank = pooling === RANK_POOLING
  const embedding = !rerank && (pooling > 0 || !causal)
  const generate = !rerank && !embedding
  const speaks = templateCapabilities(template)
  return {
    generate,
    chat: generate && template !== '',
    tools: generate && speaks.includes('tools'),
    thinking: generate && speaks.includes('thinking'),
    vision: projector !== null && projector.get('clip.has_vision_encoder') === true,
    audio: projector !== null && projector.get('clip.has_audio_encoder') === true,
    embedding,
    rerank,
  }
}

/** What a chat template speaks of. */
export function templateCapabilities(template: string): ('tools' | 'thinking')[] {
  return [
    ...(/\btools\b/.test(template) ? (['tools'] as const) : []),
    ...(/enable_thinking|<think>|reasoning_content|<\|channel\|>/.test(template) ? (['thinking'] as const) : []),
  ]
}
