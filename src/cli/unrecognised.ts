import { readdirSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Availability } from '../core/device.ts'
import { TrivetError } from '../core/errors.ts'
import type { Inventory } from '../core/machine.ts'
import { platformStatuses } from '../hardware/platforms.ts'
import { platformOfFiles } from '../models/made-for.ts'

/**
 * Why a model that no engine knows can't be loaded: what it was made for, and what keeps that from running here.
 * @param told platform that a file beside the model names; `null`: none does
 * @param engines platforms that this build has an engine for, to which this model is none of theirs
 * @param look looks at this machine
 */
export function unrecognised(
  model: string,
  path: string,
  told: string | null,
  engines: readonly string[],
  look: () => Inventory,
): TrivetError {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return new TrivetError('model_unusable', { model, reason: `there is no file ${path}.` })
  const names = stats.isDirectory() ? namesIn(path) : [basename(path)]
  const platform = told ?? platformOfFiles(names)
  if (platform !== null) {
    const reports = engines.map((id) => ({ ...WORKING, platform: id }))
    const status = platformStatuses(look(), reports).find(({ id }) => id === platform)
    const reason = status?.reason || `no engine here is for the files in ${path}.`
    return new TrivetError('unsupported_platform', { model, platform: status?.name ?? platform, reason })
  }
  const weights = names.some((name) => name.endsWith('.safetensors'))
  const advice = weights ? ' Its weights can be converted: `trivet convert`.' : ''
  return new TrivetError('model_unusable', { model, reason: `${path} is no model that Trivet knows.${advice}` })
}

/** Whether an engine's runtime is there matters to models that it knows. */
const WORKING: Availability = { available: true, reason: '', version: '', devices: [] }

/** None of a folder that this user may not read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
