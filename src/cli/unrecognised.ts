import { basename } from 'node:path'
import type { Availability } from '../core/device.ts'
import { TrivetError } from '../core/errors.ts'
import { look, namesIn, unseen } from '../core/look.ts'
import type { Inventory } from '../core/machine.ts'
import { platformStatuses } from '../hardware/platforms.ts'
import { tooManyIn } from '../models/gguf-folder.ts'
import { platformOfFiles } from '../models/made-for.ts'

/**
 * Why a model that no engine knows can't be loaded: what it was made for, and what keeps that from running here.
 * @param told platform that a file beside the model names; `null`: none does
 * @param engines platforms that this build has an engine for, to which this model is none of theirs
 * @param machine looks at this machine
 */
export function unrecognised(
  model: string,
  path: string,
  told: string | null,
  engines: readonly string[],
  machine: () => Inventory,
): TrivetError {
  const unusable = (reason: string) => new TrivetError('model_unusable', { model, reason })
  const obstacle = unseen(path) ?? tooManyIn(path)
  if (obstacle !== null) return unusable(obstacle)
  if (told === 'llama_cpp') return unusable(`there is no model in GGUF in ${path}.`)
  const names = look(path)?.isDirectory() ? namesIn(path) : [basename(path)]
  const platform = told ?? platformOfFiles(names)
  if (platform !== null) {
    const reports = engines.map((id) => ({ ...WORKING, platform: id }))
    const status = platformStatuses(machine(), reports).find(({ id }) => id === platform)
    const reason = status?.reason || `no engine here is for the files in ${path}.`
    return new TrivetError('unsupported_platform', { model, platform: status?.name ?? platform, reason })
  }
  const weights = names.some((name) => name.endsWith('.safetensors'))
  const advice = weights ? ' Its weights can be converted: `trivet convert`.' : ''
  return unusable(`${path} is no model that Trivet knows.${advice}`)
}

/** What was thrown while a model's files were looked at; what the system says of them is about the model. */
export function unreadable(model: string, path: string, thrown: unknown): unknown {
  const { code, syscall } = thrown as NodeJS.ErrnoException
  if (syscall === undefined) return thrown
  return new TrivetError('model_unusable', { model, reason: `${path} can't be read (${code}).` }, null, {
    cause: thrown,
  })
}

/** Whether an engine's runtime is there matters to models that it knows. */
const WORKING: Availability = { available: true, reason: '', version: '', devices: [] }
