import { z } from 'zod'

/** Texts of a list; what is none is dropped. */
const stop = z.union([z.string(), z.array(z.unknown())]).nullish()

/** Fields that chat and responses share, with InferBridge's bounds. */
export const generationFields = {
  model: z.string().min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stream: z.boolean().nullish(),
  stop,
  seed: z.int().nullish(),
  lora_path: z.string().nullish(),
  lora_alpha: z.number().gt(0).nullish(),
}

export const tokenLimit = z.int().min(1).nullish()

const generationSchema = z.object(generationFields)
type GenerationFields = z.infer<typeof generationSchema>

export function decodeStops(given: GenerationFields['stop']): string[] | undefined {
  if (given === null || given === undefined) return undefined
  return typeof given === 'string' ? [given] : given.filter((text) => typeof text === 'string')
}

/** A strength is of an adapter; without one it says nothing. */
export function decodeAdapter({ lora_path, lora_alpha }: Pick<GenerationFields, 'lora_path' | 'lora_alpha'>) {
  return lora_path ? { lora_path, lora_alpha } : {}
}
