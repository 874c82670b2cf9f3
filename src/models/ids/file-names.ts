import { basename } from 'node:path'
import { withoutPrecision } from './precision.ts'

/** What a file name tells of a GGUF file's place among others. */
export interface GgufName {
  /** The name without extension and part number: one for all parts of a model. */
  readonly stem: string
  /** The model it belongs to, whatever its precision: `Qwen3-1.7B`. Empty for a bare `mmproj-F16.gguf`. */
  readonly family: string
  readonly role: 'weights' | 'mmproj' | 'draft'
  /** `null`: the file is whole. */
  readonly part: { readonly number: number; readonly of: number } | null
}

/** llama.cpp names the parts of a split model so (`llama_split_path`). */
const PART = /-(\d{5})-of-(\d{5})$/
const MMPROJ = /(?:^|[-_.])mmproj(?=[-_.]|$)/i
const DRAFT = /(?:^|[-_.])(?:draft|mtp|eagle3?)(?=[-_.]|$)/i

/** MTP layers in a file of their own, which no engine here runs: only those in a model's own file. */
export function holdsMtpAlone(path: string): boolean {
  return /(?:^|[-_.])mtp(?=[-_.]|$)/i.test(basename(path))
}

/** `null` when it is not named `.gguf`. */
export function readGgufName(path: string): GgufName | null {
  const name = basename(path)
  if (!/\.gguf$/i.test(name)) return null
  const whole = name.slice(0, -'.gguf'.length)
  const part = PART.exec(whole)
  const stem = whole.replace(PART, '')
  const role = MMPROJ.test(stem) ? 'mmproj' : DRAFT.test(stem) ? 'draft' : 'weights'
  return {
    stem,
    family: familyOf(stem),
    role,
    part: part ? { number: Number(part[1]), of: Number(part[2]) } : null,
  }
}

/** How whisper.cpp's guides name its models, each of which is one file: `ggml-base.en.bin`. */
export const WHISPER = /^(ggml-.+)\.bin$/i

/** `ggml-base.en`; `null`: it is not named so. */
export function whisperStem(path: string): string | null {
  return WHISPER.exec(basename(path))?.[1] ?? null
}

function familyOf(stem: string): string {
  return withoutPrecision(stem.replace(MMPROJ, '').replace(DRAFT, ''))
    .replace(/^[-_.]+|[-_.]+$/g, '')
    .toLowerCase()
}

/** The names of all parts of a model that was split, given the name of one. */
export function partNames(fileName: string, of: number): string[] {
  const counted = (number: number) => `-${five(number)}-of-${five(of)}.gguf`
  const before = fileName.replace(/-\d{5}-of-\d{5}\.gguf$/i, '')
  return Array.from({ length: of }, (_, index) => `${before}${counted(index + 1)}`)
}

function five(number: number): string {
  return String(number).padStart(5, '0')
}
