import { z } from 'zod'
import { fitOf, usualWorkingBytes } from '../../../models/advisor/fit.ts'
import { PROFILES, type Profile } from '../../../models/advisor/profile.ts'
import { score } from '../../../models/advisor/score.ts'
import { definitionOf } from '../../../models/library/definition.ts'
import { LIBRARY, type LibraryModel } from '../../../models/library/library.ts'
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

type Memory = { readonly totalBytes: number; readonly availableBytes: number }

/** The curated models, the best for this machine first. */
export async function listLibrary(
  { machine, disk }: Pick<Services, 'machine' | 'disk'>,
  lifecycle: Lifecycle,
  { profile, query: words, include_all }: z.infer<typeof libraryQuery>,
) {
  const [{ memory }, room] = await Promise.all([machine.report(), disk()])
  const wanted = PROFILES.find((each) => each === profile.replace('_', '-')) ?? 'balanced'
  const found = LIBRARY.filter((model) => matches(model, words))
  const fitting = found.filter((model) => include_all || verdictOf(model, memory) !== 'no')
  const ranked = fitting.toSorted((a, b) => rank(b, wanted) - rank(a, wanted))
  const items = await Promise.all(
    ranked.map(async (model) => encodeItem(model, memory, room, await lifecycle.entryOf(model.id))),
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

function matches({ id, name, description, source }: LibraryModel, words: string): boolean {
  const text = `${id} ${name} ${description} ${source}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function verdictOf(model: LibraryModel, { availableBytes, totalBytes }: Memory) {
  const { contextTokens } = definitionOf(model)
  const workingBytes = usualWorkingBytes(model.parameters, contextTokens)
  return fitOf({ weightBytes: model.sizeBytes, workingBytes }, availableBytes, totalBytes).verdict
}

/** Those that were picked for the profile come first. */
function rank(model: LibraryModel, profile: Profile): number {
  const candidate = {
    id: model.id,
    generates: model.kind === 'chat',
    readsImages: model.readsImages,
    callsTools: model.callsTools,
    parameters: model.parameters,
    weightBytes: model.sizeBytes * (model.activeParameters / model.parameters),
    memoryBytes: model.sizeBytes,
    unit: 'cpu' as const,
    measuredTokensPerSecond: null,
  }
  const picked = model.profiles.includes(profile) ? 1e6 : 0
  return picked + (candidate.generates ? 0 : -1e9) + score(candidate, profile)
}

function encodeItem(model: LibraryModel, memory: Memory, { freeBytes }: ModelDisk, runtime: Entry) {
  const { id, name, description, source, backend, weightFormat, device, contextTokens } = definitionOf(model)
  const verdict = verdictOf(model, memory)
  const needed = model.sizeBytes + usualWorkingBytes(model.parameters, contextTokens)
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
      minimum_ram_gb: gb(needed),
      available_ram_gb: gb(memory.availableBytes),
      minimum_disk_gb: gb(model.sizeBytes),
      available_disk_gb: freeBytes === null ? null : gb(freeBytes),
      ram_ok: verdict !== 'no',
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
