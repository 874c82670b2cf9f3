import type { Profile } from '../advisor/profile.ts'

/** An open model that is worth having on a machine of one's own, and where it is. */
export interface LibraryModel {
  /** What it is called here. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** `org/repo` of Hugging Face, with GGUF files. */
  readonly source: string
  readonly kind: 'chat' | 'embedding' | 'rerank'
  /** Weights in all, those of experts that rest included. */
  readonly parameters: number
  /** Weights that each token reads. */
  readonly activeParameters: number
  /** As Hugging Face spells it. */
  readonly precision: string
  /** Of the files in that precision, to about a tenth. */
  readonly sizeBytes: number
  readonly trainedContextTokens: number
  /** SPDX's name where there is one. */
  readonly licence: string
  /** Its licence has to be accepted at Hugging Face first. */
  readonly gated: boolean
  readonly readsImages: boolean
  readonly callsTools: boolean
  readonly thinks: boolean
  /** Profiles it was picked for. */
  readonly profiles: readonly Profile[]
}

const GB = 1e9
const K = 1024

const chat = {
  kind: 'chat',
  precision: 'Q4_K_M',
  licence: 'Apache-2.0',
  gated: false,
  readsImages: false,
  callsTools: true,
  thinks: false,
} as const

const embedding = { ...chat, kind: 'embedding', precision: 'Q8_0', callsTools: false, profiles: [] } as const

/** As of late 2026, the smallest first in each family. */
export const LIBRARY: readonly LibraryModel[] = [
  {
    ...chat,
    id: 'qwen3.5-0.8b',
    name: 'Qwen3.5 0.8B',
    description: 'Small enough for any board; sees, thinks and calls tools.',
    source: 'unsloth/Qwen3.5-0.8B-GGUF',
    parameters: 0.8e9,
    activeParameters: 0.8e9,
    sizeBytes: 0.53 * GB,
    trainedContextTokens: 256 * K,
    readsImages: true,
    thinks: true,
    profiles: ['fastest', 'lowest-memory', 'lowest-power'],
  },
  {
    ...chat,
    id: 'qwen3.5-2b',
    name: 'Qwen3.5 2B',
    description: 'A quick helper for laptops without a graphics card.',
    source: 'unsloth/Qwen3.5-2B-GGUF',
    parameters: 1.9e9,
    activeParameters: 1.9e9,
    sizeBytes: 1.3 * GB,
    trainedContextTokens: 256 * K,
    readsImages: true,
    thinks: true,
    profiles: ['fastest', 'lowest-power'],
  },
  {
    ...chat,
    id: 'qwen3.5-4b',
    name: 'Qwen3.5 4B',
    description: 'The usual choice for 8 GB of memory; long documents, images and tools.',
    source: 'unsloth/Qwen3.5-4B-GGUF',
    parameters: 4e9,
    activeParameters: 4e9,
    sizeBytes: 2.7 * GB,
    trainedContextTokens: 256 * K,
    readsImages: true,
    thinks: true,
    profiles: ['balanced'],
  },
  {
    ...chat,
    id: 'qwen3.5-9b',
    name: 'Qwen3.5 9B',
    description: 'Better answers where there are 16 GB or a graphics card.',
    source: 'unsloth/Qwen3.5-9B-GGUF',
    parameters: 9e9,
    activeParameters: 9e9,
    sizeBytes: 5.7 * GB,
    trainedContextTokens: 256 * K,
    readsImages: true,
    thinks: true,
    profiles: ['balanced', 'best-quality'],
  },
  {
    ...chat,
    id: 'qwen3.5-27b',
    name: 'Qwen3.5 27B',
    description: 'The best dense model of its family for one card of 24 GB.',
    source: 'unsloth/Qwen3.5-27B-GGUF',
    parameters: 27e9,
    activeParameters: 27e9,
    sizeBytes: 16.7 * GB,
    trainedContextTokens: 256 * K,
    readsImages: true,
    thinks: true,
    profiles: ['best-quality'],
  },
  {
    ...chat,
    id: 'qwen3-0.6b',
    name: 'Qwen3 0.6B',
    description: 'The smallest one that still calls tools reliably; text only.',
    source: 'unsloth/Qwen3-0.6B-GGUF',
    parameters: 0.6e9,
    activeParameters: 0.6e9,
    sizeBytes: 0.4 * GB,
    trainedContextTokens: 40 * K,
    thinks: true,
    profiles: ['fastest', 'lowest-memory', 'lowest-power'],
  },
  {
    ...chat,
    id: 'qwen3-4b-instruct-2507',
    name: 'Qwen3 4B Instruct 2507',
    description: 'Answers at once, without thinking aloud; good at tools.',
    source: 'unsloth/Qwen3-4B-Instruct-2507-GGUF',
    parameters: 4e9,
    activeParameters: 4e9,
    sizeBytes: 2.5 * GB,
    trainedContextTokens: 256 * K,
    profiles: ['balanced'],
  },
  {
    ...chat,
    id: 'qwen3-30b-a3b-instruct-2507',
    name: 'Qwen3 30B-A3B Instruct 2507',
    description: 'Much knowledge at the speed of a small model, for those with 32 GB.',
    source: 'unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF',
    parameters: 30.5e9,
    activeParameters: 3.3e9,
    sizeBytes: 18.6 * GB,
    trainedContextTokens: 256 * K,
    profiles: ['best-quality', 'fastest'],
  },
  {
    ...chat,
    id: 'gemma-4-e2b-it',
    name: 'Gemma 4 E2B',
    description: 'Many languages and images on a phone-sized budget.',
    source: 'unsloth/gemma-4-E2B-it-GGUF',
    parameters: 5.1e9,
    activeParameters: 2.3e9,
    sizeBytes: 3.1 * GB,
    trainedContextTokens: 128 * K,
    readsImages: true,
    thinks: true,
    profiles: ['lowest-power'],
  },
  {
    ...chat,
    id: 'gemma-4-e4b-it',
    name: 'Gemma 4 E4B',
    description: 'A careful writer in many languages; reads images.',
    source: 'unsloth/gemma-4-E4B-it-GGUF',
    parameters: 8e9,
    activeParameters: 4.5e9,
    sizeBytes: 5 * GB,
    trainedContextTokens: 128 * K,
    readsImages: true,
    thinks: true,
    profiles: ['balanced'],
  },
  {
    ...chat,
    id: 'llama-3.2-1b-instruct',
    name: 'Llama 3.2 1B Instruct',
    description: 'Small and quick, and known to every tool there is.',
    source: 'unsloth/Llama-3.2-1B-Instruct-GGUF',
    parameters: 1.24e9,
    activeParameters: 1.24e9,
    sizeBytes: 0.81 * GB,
    trainedContextTokens: 128 * K,
    licence: 'Llama-3.2',
    profiles: ['fastest'],
  },
  {
    ...chat,
    id: 'llama-3.2-3b-instruct',
    name: 'Llama 3.2 3B Instruct',
    description: 'An even-tempered small assistant.',
    source: 'unsloth/Llama-3.2-3B-Instruct-GGUF',
    parameters: 3.2e9,
    activeParameters: 3.2e9,
    sizeBytes: 2 * GB,
    trainedContextTokens: 128 * K,
    licence: 'Llama-3.2',
    profiles: ['balanced'],
  },
  {
    ...chat,
    id: 'llama-3.1-8b-instruct',
    name: 'Llama 3.1 8B Instruct',
    description: 'The original asks for its licence to be accepted at Hugging Face.',
    source: 'meta-llama/Llama-3.1-8B-Instruct',
    parameters: 8e9,
    activeParameters: 8e9,
    sizeBytes: 4.9 * GB,
    trainedContextTokens: 128 * K,
    licence: 'Llama-3.1',
    gated: true,
    profiles: ['best-quality'],
  },
  {
    ...chat,
    id: 'phi-4-mini-instruct',
    name: 'Phi-4 mini',
    description: 'Good at sums and logic for its size.',
    source: 'unsloth/Phi-4-mini-instruct-GGUF',
    parameters: 3.8e9,
    activeParameters: 3.8e9,
    sizeBytes: 2.5 * GB,
    trainedContextTokens: 128 * K,
    licence: 'MIT',
    profiles: ['balanced'],
  },
  {
    ...chat,
    id: 'smollm3-3b',
    name: 'SmolLM3 3B',
    description: 'Open down to its training data; thinks when asked to.',
    source: 'ggml-org/SmolLM3-3B-GGUF',
    parameters: 3.1e9,
    activeParameters: 3.1e9,
    sizeBytes: 1.9 * GB,
    trainedContextTokens: 64 * K,
    thinks: true,
    profiles: ['balanced'],
  },
  {
    ...chat,
    id: 'gpt-oss-20b',
    name: 'gpt-oss 20B',
    description: 'Thinks in steps and works with tools; four bits from its makers.',
    source: 'ggml-org/gpt-oss-20b-GGUF',
    parameters: 20.9e9,
    activeParameters: 3.6e9,
    precision: 'MXFP4',
    sizeBytes: 12.1 * GB,
    trainedContextTokens: 128 * K,
    thinks: true,
    profiles: ['best-quality', 'fastest'],
  },
  {
    ...embedding,
    id: 'qwen3-embedding-0.6b',
    name: 'Qwen3 Embedding 0.6B',
    description: 'Embeds long texts in many languages; its vectors may be cut.',
    source: 'Qwen/Qwen3-Embedding-0.6B-GGUF',
    parameters: 0.6e9,
    activeParameters: 0.6e9,
    sizeBytes: 0.64 * GB,
    trainedContextTokens: 32 * K,
  },
  {
    ...embedding,
    id: 'embeddinggemma-300m',
    name: 'EmbeddingGemma 300M',
    description: 'Embeds short texts in a hundred languages, quickly.',
    source: 'ggml-org/embeddinggemma-300M-GGUF',
    parameters: 0.3e9,
    activeParameters: 0.3e9,
    sizeBytes: 0.33 * GB,
    trainedContextTokens: 2 * K,
    licence: 'Gemma',
  },
  {
    ...embedding,
    id: 'nomic-embed-text-v1.5',
    name: 'Nomic Embed Text v1.5',
    description: 'The embedder that most recipes name.',
    source: 'nomic-ai/nomic-embed-text-v1.5-GGUF',
    parameters: 0.137e9,
    activeParameters: 0.137e9,
    sizeBytes: 0.146 * GB,
    trainedContextTokens: 2 * K,
  },
  {
    ...embedding,
    kind: 'rerank',
    id: 'qwen3-reranker-0.6b',
    name: 'Qwen3 Reranker 0.6B',
    description: 'Puts found texts in the order in which they answer a question.',
    source: 'ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF',
    parameters: 0.6e9,
    activeParameters: 0.6e9,
    sizeBytes: 0.64 * GB,
    trainedContextTokens: 32 * K,
  },
]
