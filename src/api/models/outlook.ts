import { z } from 'zod'
import type { LoadOutlook } from '../../scheduler/scheduler.ts'
import { encodeMemory, memorySchema } from './memory.ts'

export const outlookSchema = z
  .object({
    object: z.literal('load_plan'),
    model: z.string(),
    fits: z.boolean().describe('Whether there is memory for it, once those in `evicts` are unloaded.'),
    evicts: z.array(z.string()).describe('Models that would be unloaded for it.'),
    waits: z.boolean().describe('Some of those have work, which would be finished first.'),
    instance_count: z.int(),
    context: z.int().nullable().describe('Tokens one request may span; null: not known before it is loaded.'),
    slots: z.int(),
    threads: z.int(),
    gpu_layers: z.int(),
    memory: memorySchema.nullable().describe('Of one instance; null: it can not be told of this model.'),
    needed_bytes: z.int().describe("Of the machine's own memory, for all instances."),
    free_bytes: z.int().describe("Of the machine's own memory, for models."),
    accelerators: z
      .array(z.object({ device: z.string(), needed_bytes: z.int(), free_bytes: z.int().nullable() }))
      .describe('The same of devices that have memory of their own; null: it does not tell.'),
  })
  .meta({ id: 'LoadPlan' })

export function encodeOutlook({
  id,
  plan,
  instances,
  footprint,
  ...outlook
}: LoadOutlook): z.infer<typeof outlookSchema> {
  return {
    object: 'load_plan',
    model: id,
    fits: outlook.fits,
    evicts: [...outlook.evicts],
    waits: outlook.waits,
    instance_count: instances,
    context: footprint?.contextTokens ?? plan.contextTokens,
    slots: plan.slots,
    threads: plan.threads,
    gpu_layers: plan.gpuLayers,
    memory: footprint && encodeMemory(footprint),
    needed_bytes: Math.round(outlook.neededBytes),
    free_bytes: Math.round(outlook.freeBytes),
    accelerators: outlook.accelerators.map(({ device, neededBytes, freeBytes }) => ({
      device,
      needed_bytes: Math.round(neededBytes),
      free_bytes: freeBytes === null ? null : Math.round(freeBytes),
    })),
  }
}
