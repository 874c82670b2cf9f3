import { TrivetError } from '../../../core/errors.ts'
import type { Asset, Platform } from './aihub-documents.ts'

/** What the qairt engine runs, the better first. */
const RUNTIMES = ['RUNTIME_GENIEX_QAIRT', 'RUNTIME_GENIE']

export interface AssetWish {
  /** By any name that AI Hub has for it, in any case. */
  readonly chip: string
  /** The first of them that is there is meant; none: the first by name. */
  readonly precisions: readonly string[]
}

/** `W4A16` */
export function precisionOfAsset({ precision }: Asset): string | null {
  return precision.replace(/^PRECISION_/, '') || null
}

/**
 * The archive for this chip. Throws `invalid_value` about `model` when there is none for the chip or in the precision,
 * naming those there are; `source_unusable` when the engine runs none of them.
 * @param subject names the model in errors
 */
export function chooseAsset(
  assets: readonly Asset[],
  platform: Platform,
  { chip, precisions }: AssetWish,
  subject: string,
): Asset {
  const runnable = assets.filter(({ runtime }) => RUNTIMES.includes(runtime))
  if (runnable.length === 0) {
    throw new TrivetError('source_unusable', {
      source: subject,
      reason: 'none of its bundles is for the qairt engine.',
    })
  }
  const canonical = canonicalChip(platform, chip)
  const fitting = runnable.filter(({ chipset }) => chipset === canonical).sort(byRuntimeAndPrecision)
  const [first] = fitting
  if (!first) throw refusal(`${subject} is not made for ${chip}. It is for ${chipsOf(runnable, platform)}.`)
  if (precisions.length === 0) return first
  const wishes = precisions.map((precision) => precision.toUpperCase())
  const found = wishes.flatMap((wish) => fitting.filter((asset) => precisionOfAsset(asset)?.toUpperCase() === wish))[0]
  if (found) return found
  const there = [...new Set(fitting.map((asset) => precisionOfAsset(asset) ?? 'one without a name'))].join(', ')
  throw refusal(`${subject} has no ${wishes.join(' or ')} for ${chip}. It has ${there}.`)
}

/** The chips that there are archives for, by the devices that people know them by. */
export function chipsOf(assets: readonly Asset[], { chipsets }: Platform): string {
  const names = assets.flatMap(({ chipset, runtime }) => {
    if (!chipset || !RUNTIMES.includes(runtime)) return []
    return [chipsets.find(({ name }) => name === chipset)?.reference_device || chipset]
  })
  return [...new Set(names)].sort().join(', ') || 'none'
}

function canonicalChip({ chipsets }: Platform, chip: string): string | null {
  const wanted = chip.trim().toLowerCase()
  const named = chipsets.find(({ name, reference_device, aliases }) =>
    [name, reference_device, ...aliases].some((each) => each.toLowerCase() === wanted),
  )
  return named?.name ?? null
}

function byRuntimeAndPrecision(a: Asset, b: Asset): number {
  return RUNTIMES.indexOf(a.runtime) - RUNTIMES.indexOf(b.runtime) || (a.precision < b.precision ? -1 : 1)
}

function refusal(reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason }, 'model')
}
