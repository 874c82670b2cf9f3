import { basename, dirname, join } from 'node:path'
import { groupBy } from '../../core/group-by.ts'
import type { Attachments } from '../catalogue/model.ts'
import { type GgufName, holdsMtpAlone, partNames, readGgufName } from '../ids/file-names.ts'
import { precisionOf } from '../ids/precision.ts'
import type { WalkedFile } from './walk.ts'

/** One model out of the GGUF files of a folder or repository. */
export interface GgufModelFiles {
  /** The file's name without extension and part number. */
  readonly stem: string
  readonly precision: string | null
  readonly path: string
  readonly parts: readonly string[]
  readonly attachments: Attachments
  readonly invalid: string | null
}

interface NamedFile extends WalkedFile {
  readonly name: GgufName
}

/**
 * Tells models from what belongs to them: parts are one model; a projector or a draft is attached to the models of its
 * family, or to all when there is only one family; of several drafts the largest that an engine runs. A draft without anything to be a draft of is a model.
 */
export function groupGguf(files: readonly WalkedFile[]): GgufModelFiles[] {
  const named = files.flatMap((file): NamedFile[] => {
    const name = readGgufName(file.path)
    return name ? [{ ...file, name }] : []
  })
  const ofRole = (role: GgufName['role']) => named.filter(({ name }) => name.role === role)
  const weights = ofRole('weights')
  const models = weights.length > 0 ? weights : ofRole('draft')
  const drafts = weights.length > 0 ? ofRole('draft') : []
  const running = drafts.filter((draft) => !holdsMtpAlone(draft.path))
  const oneFamily = new Set(models.map(({ name }) => name.family)).size === 1
  return Array.from(groupBy(models, splitKey).values(), (parts) => {
    const { stem, family } = (parts[0] as NamedFile).name
    const mmproj = largest(ofRole('mmproj'), family, oneFamily)
    const draft = largest(running, family, oneFamily) ?? largest(drafts, family, oneFamily)
    const attachments = { ...(mmproj !== null && { mmproj }), ...(draft !== null && { draft }) }
    return { stem, precision: precisionOf(stem) ?? precisionOf(folderName(parts)), ...partsOf(parts), attachments }
  })
}

function splitKey({ path, name }: NamedFile): string {
  return join(dirname(path), `${name.stem}|${name.part?.of ?? 1}`)
}

/** Repositories with large models keep each precision in a folder of its name. */
function folderName(parts: readonly NamedFile[]): string {
  return basename(dirname((parts[0] as NamedFile).path))
}

function partsOf(found: readonly NamedFile[]): Pick<GgufModelFiles, 'path' | 'parts' | 'invalid'> {
  const { path, name } = found[0] as NamedFile
  if (name.part === null) return { path, parts: [path], invalid: null }
  if (name.part.of === 0 || name.part.of > MOST_PARTS) {
    return { path, parts: [path], invalid: `It claims to be one of ${name.part.of} parts.` }
  }
  const expected = partNames(basename(path), name.part.of)
  const have = new Map(found.map((part) => [basename(part.path).toLowerCase(), part.path]))
  const missing = expected.filter((part) => !have.has(part.toLowerCase()))
  const parts = expected.flatMap((part) => have.get(part.toLowerCase()) ?? [])
  const lack = missing.length === 1 ? 'is missing' : 'are missing'
  const invalid = missing.length === 0 ? null : `Of its ${expected.length} parts, ${shortList(missing)} ${lack}.`
  return { path: parts[0] ?? path, parts, invalid }
}

/** No model is split so often. */
const MOST_PARTS = 1000

function shortList(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and others`
}

function largest(candidates: readonly NamedFile[], family: string, oneFamily: boolean): string | null {
  const fitting = candidates.filter(({ name }) => oneFamily || (name.family !== '' && name.family === family))
  const [first] = fitting.toSorted((a, b) => b.sizeBytes - a.sizeBytes)
  return first?.path ?? null
}
