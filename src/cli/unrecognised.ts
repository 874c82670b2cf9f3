import { readdirSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { TrivetError } from '../core/errors.ts'
import type { Inventory } from '../core/machine.ts'
import { platformStatuses } from '../hardware/platforms.ts'
import { platformOfFiles } from '../models/made-for.ts'

/**
 * Why a model that no engine knows can't be loaded: what it was made for, and what keeps that from running here.
 * @param told platform that a file beside the model names; `null`: none does
 * @param look looks at this machine
 */
export function unrecognised(model: string, path: string, told: string | null, look: () => Inventory): TrivetError {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return new TrivetError('model_unusable', { model, reason: `there is no file ${path}.` })
  const names = stats.isDirectory() ? namesIn(path) : [basename(path)]
  const platform = told ?? platformOfFiles(names)
  if (platform !== null) {
    const status = platformStatuses(look(), []).find(({ id }) => id === platform)
    const reason = status?.reason ?? `no engine here is for the files in ${path}.`
    return new TrivetError('unsupported_platform', { model, platform: status?.name ?? platform, reason })
  }
  const weights = names.some((name) => name.endsWith('.safetensors'))
  const advice = weights ? ' Its weights can be converted: `trivet convert`.' : ''
  return new TrivetError('model_unusable', { model, reason: `${path} is no model that Trivet knows.${advice}` })
}

/** None of a folder that this user may not read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
