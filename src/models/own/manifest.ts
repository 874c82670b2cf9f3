import { z } from 'zod'
import { MANIFEST } from './layout.ts'

/** `manifest.json` in a model's folder: what Trivet knows of a model of its own. Unknown keys are kept out. */
export const manifestSchema = z.object({
  /** Raised when a reader of before could not understand what is written. */
  version: z.literal(1),
  id: z.string(),
  /** The file (the first of its parts) or `.` for the folder itself: what is given to an engine. */
  entry: z.string(),
  files: z.array(
    z.object({
      /** Relative, with `/` between its parts. */
      name: z.string(),
      sizeBytes: z.int().min(0),
      /** Lower-case hex; `null`: never computed. */
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
      /** Default: `weights`. */
      role: z.enum(['weights', 'mmproj', 'draft', 'other']).optional(),
    }),
  ),
  /** Where it came from, such as `https://huggingface.co/org/repo` or `converted from …`. */
  source: z.string(),
  /** The commit or tag, where the source has such. */
  revision: z.string().nullable(),
  /** Such as `Q4_K_M`; `null` where the name tells none. */
  precision: z.string().nullable(),
  /** ISO 8601, UTC. */
  created: z.iso.datetime(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Why the manifest's file names can't be used, as the end of a sentence; `null` when they can. */
export function nameComplaint({ entry, files }: Pick<Manifest, 'entry' | 'files'>): string | null {
  const odd = files.find(({ name }) => !isRelativeName(name))
  if (odd) return `the file name ${JSON.stringify(odd.name.slice(0, 100))} leads out of the folder`
  if (new Set(files.map(({ name }) => name.toLowerCase())).size < files.length) return 'a file is named twice'
  if (entry !== '.' && files.every(({ name }) => name !== entry)) return 'its entry is none of its files'
  return null
}

/** A path inside the folder, on any system: parts that are plain names, none of them the manifest itself. */
function isRelativeName(name: string): boolean {
  const parts = name.split('/')
  const plain = (part: string) => part !== '' && part !== '.' && part !== '..' && !/[\\:\p{C}]/u.test(part)
  return name.length <= 1000 && parts.every(plain) && name.toLowerCase() !== MANIFEST
}
