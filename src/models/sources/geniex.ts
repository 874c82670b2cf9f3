import { join } from 'node:path'
import { z } from 'zod'
import type { Attachments } from '../catalogue/model.ts'
import { idPart } from '../ids/id.ts'
import { type Finding, type FoundModel, NOTHING, type Source, together } from './found.ts'
import { readSmallJson } from './read-small.ts'
import { foldersIn } from './walk.ts'

/** A name of a file inside the model's folder and nowhere else. */
const relativeName = z.string().refine((name) => !/(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(name), {
  message: 'it names a file outside of its folder',
})

const fileSchema = z.object({ Name: relativeName, Downloaded: z.boolean().nullish() })

/** GenieX's `geniex.json`, as far as it is read: `reference`d fields of its model manager, null where there is none. */
const manifestSchema = z.object({
  PluginId: z.string().nullish(),
  ModelFile: z.record(z.string(), fileSchema),
  MMProjFile: fileSchema.or(z.object({ Name: z.literal('') })).nullish(),
  TokenizerFile: fileSchema.or(z.object({ Name: z.literal('') })).nullish(),
  ExtraFiles: z.array(fileSchema).nullish(),
})

type Manifest = z.infer<typeof manifestSchema>

/** The precision of a model that has only one, without a name. */
const NO_PRECISION = 'N/A'

/** GenieX's store: `org/repo/geniex.json`, whose entries are a model each. */
export function genieXSource(root: string): Source {
  return {
    async read() {
      const orgs = await foldersIn(root)
      const repos = await Promise.all(
        orgs.map(async (org) => (await foldersIn(join(root, org))).map((repo) => [org, repo])),
      )
      return together(await Promise.all(repos.flat().map((names) => readModel(root, names))))
    },
  }
}

async function readModel(root: string, names: readonly string[]): Promise<Finding> {
  const folder = join(root, ...names)
  const id = names.map(idPart).join('/')
  try {
    const manifest = manifestSchema.parse(await readSmallJson(join(folder, 'geniex.json')))
    const models = Object.entries(manifest.ModelFile).flatMap(([precision, { Name, Downloaded }]) =>
      Downloaded === false ? [] : [modelOf(folder, id, manifest, precision, Name)],
    )
    return { models, problems: [] }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING
    const reason = error instanceof z.ZodError ? (error.issues[0]?.message ?? '') : (error as Error).message
    const invalid = `GenieX's description of it can't be read: ${reason}.`
    const broken: FoundModel = { id, source: 'geniex', path: folder, parts: [], others: [], attachments: {}, invalid }
    return { models: [broken], problems: [] }
  }
}

function modelOf(folder: string, name: string, manifest: Manifest, precision: string, file: string): FoundModel {
  const path = (own: string) => join(folder, own)
  const isGguf = /\.gguf$/i.test(file)
  const extras = (manifest.ExtraFiles ?? []).map(({ Name }) => Name)
  const further = extras.filter((extra) => isGguf && isPartOf(extra, file))
  const mmproj = manifest.MMProjFile?.Name
  const attachments: Attachments = mmproj ? { mmproj: path(mmproj) } : {}
  return {
    id: precision === NO_PRECISION ? name : `${name}:${precision}`,
    source: 'geniex',
    // A bundle of Qualcomm's runtime is its whole folder; a GGUF is its file.
    path: isGguf ? path(file) : folder,
    parts: isGguf ? [file, ...further].map(path) : [],
    others: isGguf ? [] : [file, ...extras].map(path),
    attachments,
    invalid: null,
  }
}

function isPartOf(extra: string, first: string): boolean {
  const before = (name: string) => name.replace(/-\d{5}-of-\d{5}\.gguf$/i, '')
  return before(extra) !== extra && before(extra) === before(first) && extra !== first
}
