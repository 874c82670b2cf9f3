import { z } from 'zod'
import type { ModelStatus } from '../../scheduler/scheduler.ts'

const bytes = (what: string) => z.int().describe(what)

export const memorySchema = z
  .object({
    total_bytes: bytes('On all devices.'),
    devices: z.array(
      z.object({
        device: z.string().describe("`CPU` is the machine's own memory."),
        weights_bytes: bytes('Weights, those mapped from the file included.'),
        kv_cache_bytes: bytes('Keys and values of all tokens that fit.'),
        compute_bytes: bytes('What the largest step needs.'),
        runtime_bytes: bytes('The engine itself, with its vocabulary.'),
        extra_bytes: bytes(
          'Adapters and draft models that requests have named and that are loaded now, and prompts kept beside the cache.',
        ),
        total_bytes: bytes('All of these.'),
      }),
    ),
  })
  .meta({ id: 'ModelMemory' })

type Footprint = NonNullable<ModelStatus['footprint']>

export function encodeMemory({ devices }: Footprint): z.infer<typeof memorySchema> {
  const each = devices.map(({ device, weights, kvCache, compute, runtime, extra = 0 }) => ({
    device,
    weights_bytes: Math.round(weights),
    kv_cache_bytes: Math.round(kvCache),
    compute_bytes: Math.round(compute),
    runtime_bytes: Math.round(runtime),
    extra_bytes: Math.round(extra),
    total_bytes: Math.round(weights + kvCache + compute + runtime + extra),
  }))
  return { total_bytes: each.reduce((sum, { total_bytes }) => sum + total_bytes, 0), devices: each }
}
