import { TrivetError } from '../../core/errors.ts'
import { partNames, readGgufName, whisperStem } from '../ids/file-names.ts'
import { precisionOf } from '../ids/precision.ts'

/** A file that a source has. */
export interface Offered {
  /** Where it lies there, with `/` between its parts. */
  readonly path: string
  readonly sizeBytes: number | null
}

export interface Choice<File extends Offered> {
  /** The file that is given to an engine, the first of its parts. */
  readonly entry: File
  /** All of its parts. */
  readonly weights: readonly File[]
  readonly mmproj: File | null
  /** Null: its name tells none. */
  readonly precision: string | null
}

/** What was asked for. */
export interface ChoiceWish {
  /** In any case; the first of them that is there is meant. None: the preferred one of those there are. */
  readonly precisions: readonly string[]
  readonly file: string | null
}

/** One model among the files: a file, or the parts of one. */
interface Candidate<File extends Offered> {
  readonly stem: string
  readonly precision: string | null
  readonly parts: readonly File[]
  readonly of: number
}

/** GenieX's order of preference; then the smaller one, then by name. */
const PREFERRED = ['Q4_0', 'Q4_K_M', 'Q8_0']

/**
 * The model that is meant among the files of a repository or folder, with its projector. `subject` names it in errors.
 * Throws `source_unusable` when there is none, or not all of it; `invalid_value` when the wish fits none, or several.
 */
export function chooseModel<File extends Offered>(
  files: readonly File[],
  wish: ChoiceWish,
  subject: string,
): Choice<File> {
  const candidates = [...candidatesAmong(files), ...whispersAmong(files)]
  if (candidates.length === 0) throw unusable(subject, files)
  const chosen = complete(pick(candidates, wish, subject), subject)
  const [entry] = chosen.parts
  if (!entry) throw unusable(subject, files)
  return { entry, weights: chosen.parts, mmproj: projectorAmong(files, chosen.stem), precision: chosen.precision }
}

function candidatesAmong<File extends Offered>(files: readonly File[]): Candidate<File>[] {
  const byStem = new Map<string, { of: number; parts: File[] }>()
  for (const file of files) {
    const name = readGgufName(file.path)
    if (name?.role !== 'weights') continue
    const key = `${folderOf(file.path)}${name.stem}`
    const group = byStem.get(key) ?? { of: name.part?.of ?? 1, parts: [] }
    group.parts.push(file)
    byStem.set(key, group)
  }
  return [...byStem].map(([stem, { of, parts }]) => ({
    stem,
    of,
    // The file's own name says it; else its folder's does.
    precision: precisionOf(baseOf(stem)) ?? precisionOf(stem),
    parts: parts.sort((a, b) => compare(a.path, b.path)),
  }))
}

/** Models of whisper.cpp, each a file. How it was quantized is part of its name, beside others of the same. */
function whispersAmong<File extends Offered>(files: readonly File[]): Candidate<File>[] {
  return files.flatMap((file) => {
    const stem = whisperStem(file.path)
    return stem === null ? [] : [{ stem, of: 1, precision: null, parts: [file] }]
  })
}

function pick<File extends Offered>(
  candidates: readonly Candidate<File>[],
  { file, precisions }: ChoiceWish,
  subject: string,
): Candidate<File> {
  if (file !== null) {
    const named = candidates.find(({ parts }) => parts.some(({ path }) => path === file))
    if (named) return named
    const reason = `${subject} has no model in the file \`${file}\`. It has ${listed(candidates.map(({ parts }) => parts[0]?.path ?? ''))}.`
    throw new TrivetError('invalid_value', { reason }, 'file')
  }
  const wishes = precisions.map((each) => each.toUpperCase())
  const wanted =
    wishes.length === 0
      ? ([...candidates].sort(byPreference)[0]?.precision ?? null)
      : wishes.find((wish) => candidates.some(({ precision }) => precision === wish))
  const fitting = candidates.filter((candidate) => candidate.precision === wanted)
  const [only, ...others] = fitting
  if (!only) {
    const reason = `${subject} has no ${wishes.join(' or ')}. It has ${listed(candidates.map((each) => each.precision ?? each.stem))}.`
    throw new TrivetError('invalid_value', { reason }, 'model')
  }
  if (others.length === 0) return only
  const reason = `${subject} has several models${wanted === null ? '' : ` in ${wanted}`}: name one with \`file\`: ${listed(fitting.map(({ parts }) => parts[0]?.path ?? ''))}.`
  throw new TrivetError('invalid_value', { reason }, 'file')
}

function complete<File extends Offered>(candidate: Candidate<File>, subject: string): Candidate<File> {
  const { parts, of } = candidate
  const names = parts.map(({ path }) => baseOf(path))
  const missing = of === 1 ? [] : partNames(names[0] ?? '', of).filter((name) => !names.includes(name))
  if (missing.length === 0) return candidate
  throw new TrivetError('source_unusable', {
    source: subject,
    reason: `of ${of} parts these are missing: ${listed(missing)}.`,
  })
}

/** Of several, those of the model's family if there are any, and of them the largest: the most precise. */
function projectorAmong<File extends Offered>(files: readonly File[], stem: string): File | null {
  const projectors = files.filter(({ path }) => readGgufName(path)?.role === 'mmproj')
  const family = readGgufName(`${stem}.gguf`)?.family
  const related = projectors.filter(({ path }) => readGgufName(path)?.family === family)
  const bySize = (a: File, b: File) => (b.sizeBytes ?? 0) - (a.sizeBytes ?? 0) || compare(a.path, b.path)
  return (related.length > 0 ? related : projectors).sort(bySize)[0] ?? null
}

function byPreference(a: Candidate<Offered>, b: Candidate<Offered>): number {
  return rank(a) - rank(b) || sizeOf(a) - sizeOf(b) || compare(a.stem, b.stem)
}

/** What is named after no precision comes last: nobody can say what it is. */
function rank({ precision }: Candidate<Offered>): number {
  if (precision === null) return PREFERRED.length + 1
  const index = PREFERRED.indexOf(precision)
  return index === -1 ? PREFERRED.length : index
}

function sizeOf({ parts }: Candidate<Offered>): number {
  return parts.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0)
}

function unusable(subject: string, files: readonly Offered[]): TrivetError {
  const convertible = files.some(({ path }) => path.endsWith('.safetensors'))
  const reason = convertible
    ? 'it has safetensors and no GGUF. POST /v1/models/convert, or `trivet convert`, makes one of them.'
    : 'there is no GGUF file in it, nor one of whisper.cpp (`ggml-….bin`).'
  return new TrivetError('source_unusable', { source: subject, reason })
}

function listed(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, 30)
  return `${shown.join(', ')}${new Set(names).size > shown.length ? ' and others' : ''}`
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
