import { basename } from 'node:path'

/** How a model's prompt frames an image, and how large it wants it. */
export interface Vision {
  readonly start: string
  readonly end: string
  /** Stands for the image itself. */
  readonly content: string
  /** Pixels of its sides; `null`: as the encoder has it. */
  readonly side: number | null
}

const QWEN = { start: '<|vision_start|>', end: '<|vision_end|>', content: '<|image_pad|>' }

/** By the families that rkllm3-server's README shows, of which the first that a file's name has is meant. */
const FAMILIES: readonly (readonly [RegExp, Vision])[] = [
  [/qwen2\.5-omni/i, { start: '<|vision_bos|>', end: '<|vision_eos|>', content: '<|IMAGE|>', side: null }],
  [/qwen3-omni/i, { ...QWEN, side: 384 }],
  [/qwen2\.5-vl/i, { ...QWEN, side: 392 }],
  [/qwen3/i, { ...QWEN, side: 384 }],
  [/minicpm/i, { start: '<image>', end: '</image>', content: '<unk>', side: null }],
]

/** Throws an Error in words for a model whose prompts nobody here knows. */
export function visionOf(model: string): Vision {
  const name = basename(model)
  const family = FAMILIES.find(([pattern]) => pattern.test(name))
  if (family !== undefined) return family[1]
  throw new Error(
    `an encoder of images lies beside it, and ${name} is of no family whose way of showing images is known (Qwen2.5-VL, Qwen3-VL, Qwen3.5, Qwen-Omni, MiniCPM). Move the encoder elsewhere to load it for text alone.`,
  )
}
