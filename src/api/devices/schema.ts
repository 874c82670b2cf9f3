import { z } from 'zod'

const bytes = z.int().min(0)

const chipSchema = z
  .object({
    kind: z.enum(['gpu', 'npu']),
    vendor: z.string(),
    type: z.string().describe('What models are made for: `RK3588`, `QCS8275`, `Meteor Lake`.'),
    name: z.string(),
    address: z.string().nullable().describe('On its bus.'),
    driver: z.object({ name: z.string(), version: z.string().nullable() }).nullable().describe("The kernel's."),
    memory_bytes: bytes.nullable().describe('Its own; null: none, or none that can be told without its tools.'),
    cores: z.int().nullable(),
    state: z.enum(['ready', 'unusable', 'unknown']).describe('`unknown`: what would tell may not be read.'),
    problems: z.array(z.object({ problem: z.string(), fix: z.string() })),
    source: z.enum(['files', 'setting']).describe('`setting`: only `hardware.chip` tells of it.'),
  })
  .meta({ id: 'Chip' })

const engineSchema = z
  .object({
    platform: z.string(),
    available: z.boolean(),
    version: z.string(),
    reason: z.string().describe('Why it does not work here, and what to do; empty when it does.'),
    devices: z.array(
      z.object({
        name: z.string().describe("The engine's own: `CUDA0`."),
        description: z.string(),
        kind: z.enum(['cpu', 'gpu', 'npu', 'accelerator']),
        memory: z.object({ free_bytes: bytes, total_bytes: bytes }).nullable().describe('Null: it does not say.'),
      }),
    ),
  })
  .meta({ id: 'EngineReport' })

export const devicesSchema = z
  .object({
    default_device: z.string(),
    available: z.array(z.string()).describe('What a load may name as its `device`: `CPU`, `GPU.0`, `NPU`.'),
    devices: z.array(z.object({ device: z.string(), full_name: z.string() })),
    suggestions: z.array(z.object({ device: z.string(), experimental: z.boolean(), note: z.string() })),
    supported_examples: z.array(z.string()),
    board: z.string().nullable(),
    cpu: z.object({
      name: z.string().nullable(),
      architecture: z.string(),
      cores: z.int().describe('That compute threads may use.'),
      features: z.array(z.string()),
    }),
    memory: z.object({ total_bytes: bytes, available_bytes: bytes, limit: z.enum(['machine', 'cgroup']) }),
    chips: z.array(chipSchema).describe('Whatever is here that computes, whether or not an engine can use it.'),
    libraries: z
      .array(z.object({ name: z.string(), platform: z.string(), path: z.string().nullable() }))
      .describe("What chips' makers give for programs to open; a path of null: in none of the usual places."),
    engines: z.array(engineSchema),
  })
  .meta({ id: 'Devices' })

export const platformsSchema = z
  .object({
    platforms: z.array(
      z.object({
        id: z.string(),
        display_name: z.string(),
        available: z.boolean(),
        reason: z.string().optional().describe('Why it is not available, and what to do.'),
        detected_chips: z.array(z.object({ chip_type: z.string(), count: z.int() })),
      }),
    ),
  })
  .meta({ id: 'Platforms' })
