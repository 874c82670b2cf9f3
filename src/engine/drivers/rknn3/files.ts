import { basename, dirname, join } from 'node:path'
import { bytesOf, isFile, namesIn } from '../../../core/look.ts'

/** What `rkllm3-server` is given of a model. */
export interface Rknn3Files {
  readonly model: string
  readonly weight: string
  /** `null`: it isn't there. */
  readonly vocabulary: string | null
  /** `null`: it has none, as its embeddings are its output's. */
  readonly embeddings: string | null
  /** The encoder of images that lies beside it; `null`: none does. */
  readonly vision: Encoder | null
  readonly sizeBytes: number
}

export interface Encoder {
  readonly model: string
  /** `null`: they are in the model's file. */
  readonly weight: string | null
}

/** Encoders that lie beside a model have weights too. */
const ENCODER = /vision|audio/i
const VISION = /^(.*vision.*)\.rknn$/i

/** Of a `.rknn` file with a `.weight` beside it, or of a folder with such; of several, the first by name. `null`: it is neither. */
export function rknn3Files(path: string): Rknn3Files | null {
  const single = /\.rknn$/i.test(path) && isFile(path)
  const folder = single ? dirname(path) : path
  const names = namesIn(folder)
  const models = single ? [basename(path)] : names.filter((name) => !ENCODER.test(name))
  const stem = models
    .flatMap((name) => /^(.+)\.rknn$/i.exec(name)?.[1] ?? [])
    .find((one) => names.includes(`${one}.weight`))
  if (stem === undefined) return null
  const named = (...endings: string[]) => {
    const exact = endings.map((ending) => `${stem}${ending}`).find((name) => names.includes(name))
    const any = names.find((name) => endings.some((ending) => name.endsWith(ending)) && !ENCODER.test(name))
    return exact ?? any
  }
  const located = (name: string | undefined) => (name === undefined ? null : join(folder, name))
  const files = {
    model: join(folder, `${stem}.rknn`),
    weight: join(folder, `${stem}.weight`),
    vocabulary: located(named('.tokenizer.gguf', '.gguf')),
    embeddings: located(named('.embed.bin')),
  }
  const seer = names.flatMap((name) => VISION.exec(name)?.[1] ?? [])[0]
  const seerWeight = names.find((name) => name === `${seer}.weight`)
  const vision = seer === undefined ? null : { model: join(folder, `${seer}.rknn`), weight: located(seerWeight) }
  const all = [...Object.values(files), vision?.model, vision?.weight].filter((file) => typeof file === 'string')
  return { ...files, vision, sizeBytes: bytesOf(all) }
}
