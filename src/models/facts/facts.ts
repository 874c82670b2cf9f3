/** What a GGUF file says of itself, read from its header alone. Plain data, kept between runs. */
export interface GgufFacts {
  /** `model`, or what it is instead: `adapter`, `mmproj`, `imatrix`. */
  readonly type: string
  /** `general.architecture`, such as `qwen3` or `bert`. */
  readonly architecture: string
  /** `general.name`; `null` when the file has none. */
  readonly name: string | null
  /** Weights in all of the model's parts; `null` when a header didn't list its tensors. */
  readonly parameters: number | null
  /** Tokens it was trained to span; `null` when it doesn't say. */
  readonly contextTokens: number | null
  /** Numbers in a hidden state, hence in an embedding. */
  readonly embeddingSize: number | null
  readonly layers: number | null
  /** How most of its weights are stored, as Hugging Face spells it: `Q4_K_M`, `F16`. `null`: unknown. */
  readonly quantization: string | null
  readonly capabilities: ModelCapabilities
  /** Jinja source of the chat template; `null` when the file has none. */
  readonly chatTemplate: string | null
}

/** What a model is for, as far as its files tell. Whether an engine here can do it is another question. */
export interface ModelCapabilities {
  /** Writes text. */
  readonly generate: boolean
  /** Has a chat template, so that it takes conversations. */
  readonly chat: boolean
  /** Its template speaks of tools. */
  readonly tools: boolean
  /** Its template speaks of reasoning. */
  readonly thinking: boolean
  /** There is a projector for images with it. */
  readonly vision: boolean
  /** There is a projector for sound with it. */
  readonly audio: boolean
  /** Made to embed texts. */
  readonly embedding: boolean
  /** Made to score pairs of texts. */
  readonly rerank: boolean
}
