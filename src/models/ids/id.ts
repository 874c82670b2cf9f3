import { TrivetError } from '../../core/errors.ts'
import { readSelector } from '../advisor/profile.ts'

/** A model's name taken apart at its first colon. */
export interface ModelId {
  /** `org/repo` or a bare name; a variant (`@rkllm-rk3588`) is part of whichever stands last. */
  readonly name: string
  /** `Q4_K_M`, or a tag such as `4b`; `null` without one. */
  readonly precision: string | null
}

export function parseModelId(id: string): ModelId {
  const colon = id.indexOf(':')
  return colon === -1 ? { name: id, precision: null } : { name: id.slice(0, colon), precision: id.slice(colon + 1) }
}

/**
 * What people write around a name taken off: white space, the address of Hugging Face, and the older name of
 * Qualcomm's organisation.
 */
export function plainModelId(written: string): string {
  return written
    .trim()
    .normalize('NFC')
    .replace(/^(?:https?:\/\/)?(?:huggingface\.co|hf\.co)\//i, '')
    .replace(/^ai-hub-models\//i, 'qualcomm/')
}

/** Bytes of an id at most, as GenieX has it, so that a folder can be named after it on any file system. */
const LONGEST = 200

/** Letters and digits of any script, and a few signs. No separators, no invisible or look-alike punctuation. */
const SEGMENT = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@ -]*$/u

/** Names that Windows gives to devices, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Why a model of Trivet's own can't have this id, as the end of a sentence; `null` when it can. */
export function idComplaint(id: string): string | null {
  if (id === '') return 'is empty'
  if (Buffer.byteLength(id) > LONGEST) return `is longer than ${LONGEST} bytes`
  if (id !== id.normalize('NFC')) return 'is not in Unicode form NFC'
  if (id.split(/[^\p{L}\p{M}]+/u).some(mixesScripts)) return 'mixes letters of several scripts that look alike'
  const { name, precision } = parseModelId(id)
  const segments = name.split('/')
  if (segments.length > 2) return 'has more than one `/`'
  for (const segment of [...segments, ...(precision === null ? [] : [precision])]) {
    if (segment === '') return 'has an empty part'
    if (!SEGMENT.test(segment))
      return 'may have letters, digits and `._@-` in its parts, which begin with a letter or digit'
    if (/[. ]$/.test(segment)) return 'has a part that ends in a dot or a space'
    if (RESERVED.test(segment)) return `has the part \`${segment}\`, which Windows keeps for a device`
  }
  return null
}

/** Scripts with letters that are taken for each other: a word that mixes them passes for another one. */
const LOOK_ALIKES = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

function mixesScripts(word: string): boolean {
  return LOOK_ALIKES.filter((script) => script.test(word)).length > 1
}

const SELECTS =
  'would never be reached: requests say `auto`, alone or before `:` or `/`, for whichever loaded model suits them'

/** Throws `invalid_value` about `param` for an id or alias that a model may not be given. */
export function checkModelId(id: string, param: string): void {
  const complaint = idComplaint(id) ?? (readSelector(id) === null ? null : SELECTS)
  if (complaint === null) return
  const shown = JSON.stringify(id.slice(0, 100))
  throw new TrivetError('invalid_value', { reason: `The model id ${shown} ${complaint}.` }, param)
}

/**
 * A name that an id can be made of, whatever a file was called: signs that an id may not have become `-`.
 */
export function idPart(text: string): string {
  const part = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._@-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|[. -]+$/gu, '')
  return part === '' ? 'model' : part
}
