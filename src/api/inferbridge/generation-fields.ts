import { z } from 'zod'
import { fieldPath } from '../validation/field-path.ts'

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

/** Tools that may be called, and what is said of which. */
interface Offer {
  readonly tools?: readonly unknown[] | null | undefined
  readonly tool_choice?: unknown
}

/**
 * Paths of what InferBridge accepts and passes over: what is no text among `stop`, the strength of no adapter, and a
 * choice where there is nothing to choose.
 */
export function unreadFields({
  stop: stops,
  lora_path,
  lora_alpha,
  tools,
  tool_choice,
}: GenerationFields & Offer): string[] {
  const others = Array.isArray(stops) ? stops.flatMap((text, index) => (typeof text === 'string' ? [] : [index])) : []
  const forced = !['auto', 'none', null, undefined].includes(tool_choice as string)
  return [
    ...others.map((index) => fieldPath(['stop', index])),
    ...(lora_alpha && !lora_path ? ['lora_alpha'] : []),
    ...(forced && !tools?.length ? ['tool_choice'] : []),
  ]
}

/** A strength is of an adapter; without one it says nothing. */
export function decodeAdapter({ lora_path, lora_alpha }: Pick<GenerationFields, 'lora_path' | 'lora_alpha'>) {
  return lora_path ? { lora_path, lora_alpha } : {}
}
