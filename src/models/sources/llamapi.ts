import { join } from 'node:path'
import { ggufModelIn } from '../gguf-folder.ts'
import { idPart } from '../ids/id.ts'
import { MODEL_TOML, readModelToml } from '../model-toml.ts'
import { type Finding, type FoundModel, NOTHING, type Source, together } from './found.ts'
import { readSmall } from './read-small.ts'
import { foldersIn, walk } from './walk.ts'

const MODEL_BOUNDS = { depth: 2, entries: 1_000 }

/** LlamaPi's store: `platform/chip/name/`, each with a `model.toml`. */
export function llamaPiSource(root: string): Source {
  return {
    async read() {
      const found: Promise<Finding>[] = []
      for (const platform of await foldersIn(root)) {
        for (const chip of await foldersIn(join(root, platform))) {
          const names = await foldersIn(join(root, platform, chip))
          found.push(...names.map((name) => readModel(root, platform, chip, name)))
        }
      }
      return together(await Promise.all(found))
    },
  }
}

async function readModel(root: string, platform: string, chip: string, name: string): Promise<Finding> {
  const path = join(root, platform, chip, name)
  const described = await description(join(path, MODEL_TOML))
  if (described === null) return NOTHING
  const { files, problems } = await walk(path, () => true, MODEL_BOUNDS)
  const { parts = [], attachments = {}, invalid = null } = ggufModelIn(path) ?? {}
  const told = new Set([...parts, ...Object.values(attachments)])
  const model: FoundModel = {
    id: `${modelName(name)}@${idPart(platform)}-${idPart(chip)}`,
    source: 'llamapi',
    path,
    parts,
    others: files.map((file) => file.path).filter((file) => !told.has(file)),
    attachments,
    invalid: described.invalid ?? invalid,
  }
  return { models: [model], problems }
}

/** All that is asked of it is to be TOML. `null`: there is none. */
async function description(path: string): Promise<{ readonly invalid: string | null } | null> {
  try {
    readModelToml(await readSmall(path))
    return { invalid: null }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    const [reason] = (error as Error).message.split('\n')
    return { invalid: `LlamaPi's model.toml of it can't be read: ${reason}.` }
  }
}

/** `qwen3:4b` of the folder `qwen3-4b`: LlamaPi writes the colon before a size as a dash. */
function modelName(folder: string): string {
  return idPart(folder).replace(/-(\d+(?:\.\d+)?[bm])$/i, ':$1')
}
