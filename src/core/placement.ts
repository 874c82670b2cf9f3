import type { Compute } from './compute/compute.ts'

/** Requests an instance works on at once at most: below llama.cpp's LLAMA_MAX_SEQ of 256, of which cached prompts need some. */
export const MOST_SLOTS = 200

/** The user's wishes for one model; absent means "you choose". */
export interface Placement {
  /** Context of one request, in tokens. */
  readonly contextTokens?: number | undefined
  /** Requests decoded together. */
  readonly slots?: number | undefined
  /** Compute threads. */
  readonly threads?: number | undefined
  /** Layers kept on an accelerator; -1 is all. */
  readonly gpuLayers?: number | undefined
  /** What computes. Default: the runtime's own choice. */
  readonly compute?: Compute | undefined
  /** Same request, same text, in any company, at the price of slower prompts and, with some weights, slower answers. Default: false. */
  readonly deterministic?: boolean | undefined
  /** Numbers in the KV cache: smaller types hold more context in the same memory, less exactly. Default: f16. */
  readonly kvType?: KvType | undefined
  /** Default: auto. `off` rules out quantized values in the cache. */
  readonly flashAttention?: 'auto' | 'on' | 'off' | undefined
  /** How weights come into memory. Default: auto. */
  readonly loadMode?: LoadMode | undefined
  /** How several accelerators share a model. Default: layer. */
  readonly splitMode?: SplitMode | undefined
  /** The accelerator that takes all of a model that isn't split, counted from 0. */
  readonly mainGpu?: number | undefined
  /** Shares of the model for each accelerator, such as [3, 1]. */
  readonly tensorSplit?: readonly number[] | undefined
  /** How the vectors of a text's tokens become one. Default: as the file says. Makes an embedder of any model. */
  readonly pooling?: Pooling | undefined
  /**
   * File of a small model with the same vocabulary, which guesses the tokens of every answer ahead. `null`, the default:
   * none. In settings also `AUTO_DRAFT`.
   */
  readonly draftModel?: string | null | undefined
  /**
   * File of the encoder through which the model reads images or sounds (`mmproj`). `null`: it reads text only. Default:
   * the one that lies beside it, if any. People write `NO_FILE` for `null`.
   */
  readonly projector?: string | null | undefined
}

/** What people write for no file where one would be used unasked, or was asked for before. */
export const NO_FILE = 'none'

/** The draft that lies beside the model, as far as one does. */
export const AUTO_DRAFT = 'auto'

export const KV_TYPES = ['f32', 'f16', 'bf16', 'q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl'] as const
export type KvType = (typeof KV_TYPES)[number]

/** The mean of all tokens, the first token's (BERT's `[CLS]`), or the last one's. */
export const POOLINGS = ['mean', 'cls', 'last'] as const
export type Pooling = (typeof POOLINGS)[number]

/** Not at all, by whole layers, or each layer's matrices by their rows. */
export const SPLIT_MODES = ['none', 'layer', 'row'] as const
export type SplitMode = (typeof SPLIT_MODES)[number]

export const LOAD_MODES = ['auto', 'read', 'mmap', 'mlock', 'direct'] as const
export type LoadMode = (typeof LOAD_MODES)[number]
