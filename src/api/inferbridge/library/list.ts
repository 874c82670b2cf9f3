import { z } from 'zod'
import { PROFILES } from '../../../models/advisor/profile.ts'
import { definitionOf } from '../../../models/library/definition.ts'
import { type Memory, type Suited, suited } from '../../../models/library/suit.ts'
import type { ModelDisk } from '../../../models/own/disk.ts'
import type { Services } from '../../services.ts'
import type { Entry } from '../models/entry.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { gb } from '../status/hardware.ts'

/** Underscores here, where `auto` has hyphens. */
const NAMES = ['balanced', 'fastest', 'best_quality', 'lowest_memory'] as const

export const libraryQuery = z.object({
  profile: z.enum(NAMES).default('balanced'),
  query: z.string().max(160).default(''),
  include_all: z.stringbool().default(false),
})

/** The curated models, the best for this machine first. */
export async function listLibrary(
  { machine, disk }: Pick<Services, 'machine' | 'disk'>,
  lifecycle: Lifecycle,
  { profile, query: words, include_all }: z.infer<typeof libraryQuery>,
) {
  const [report, room] = await Promise.all([machine.report(), disk()])
  const wanted = PROFILES.find((each) => each === profile.replace('_', '-')) ?? 'balanced'
  const fitting = suited(words, wanted, report).filter(({ fit }) => include_all || fit.verdict !== 'no')
  const items = await Promise.all(
    fitting.map(async (each) => encodeItem(each, report.memory, room, await lifecycle.entryOf(each.model.id))),
  )
  return {
    schema_version: 1,
    profile,
    manifest: MANIFEST,
    profiles: NAMES,
    items,
    count: items.length,
    include_all,
    caveat: 'Sizes are of the files; whether a model fits is an estimate until it was loaded here once.',
  }
}

/** The list is part of the program. */
const MANIFEST = { source: 'bundled', generated_at: null, catalog_sha256: null, official_url: null } as const

function encodeItem({ model, fit }: Suited, memory: Memory, { freeBytes }: ModelDisk, runtime: Entry) {
  const { id, name, description, source, backend, weightFormat, device, contextTokens } = definitionOf(model)
  return {
    id,
    name,
    description,
    source_model: source,
    backend,
    weight_format: weightFormat,
    recommended_device: device,
    max_context_len: contextTokens,
    runtime,
    conversion_health: runtime.is_downloaded
      ? { status: 'compatible', label: 'Ready', details: [] }
      : { status: 'not_converted', label: 'Not downloaded', details: [] },
    requirements: {
      minimum_ram_gb: gb(fit.neededBytes),
      available_ram_gb: gb(memory.availableBytes),
      minimum_disk_gb: gb(model.sizeBytes),
      available_disk_gb: freeBytes === null ? null : gb(freeBytes),
      ram_ok: fit.verdict !== 'no',
      disk_ok: freeBytes === null || runtime.is_downloaded || freeBytes > model.sizeBytes,
    },
    license: model.licence,
    gated: model.gated,
    verification: {},
    profiles: model.profiles.map((profile) => profile.replace('-', '_')),
    maintainer_note: null,
    recommended_quantization: { format: weightFormat, device, reason: `Published as ${model.precision}.` },
    curated: true,
    manifest_definition_match: true,
  }
}
