import { join } from 'node:path'
import type { ForeignStore } from '../../core/model-stores.ts'
import type { Source } from './found.ts'
import { genieXSource } from './geniex.ts'
import { huggingFaceSource } from './huggingface.ts'
import { llamaPiSource } from './llamapi.ts'
import { lmStudioSource } from './lmstudio.ts'
import { ollamaSource } from './ollama.ts'

/** This machine, as far as it says where other programs keep their models. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** `/`, unless a test has a file system of its own. */
  readonly root: string
  /** A file's text; `null` when there is no such file. */
  readText(path: string): string | null
}

const LOCATIONS: Readonly<Record<ForeignStore, (at: Surroundings) => readonly string[]>> = {
  huggingface: ({ env, home }) => {
    const cache = env.XDG_CACHE_HOME || join(home, '.cache')
    const hub = join(env.HF_HOME || join(cache, 'huggingface'), 'hub')
    return [env.HF_HUB_CACHE || env.HUGGINGFACE_HUB_CACHE || hub]
  },
  geniex: ({ env, home }) => [join(env.GENIEX_DATADIR || join(home, '.cache', 'geniex'), 'models')],
  llamapi: ({ root }) => [join(root, 'var', 'lib', 'llamapi', 'models')],
  lmstudio: lmStudioFolders,
  // The service that Ollama's installer makes runs as a user of its own, whose home this is.
  ollama: ({ env, home, root }) =>
    env.OLLAMA_MODELS
      ? [env.OLLAMA_MODELS]
      : [join(home, '.ollama', 'models'), join(root, 'usr', 'share', 'ollama', '.ollama', 'models')],
}

const READERS: Readonly<Record<ForeignStore, (root: string) => Source>> = {
  huggingface: huggingFaceSource,
  geniex: genieXSource,
  llamapi: llamaPiSource,
  lmstudio: lmStudioSource,
  ollama: ollamaSource,
}

/** The folders where a program keeps its models here, whether or not they are there. */
export function foreignFolders(store: ForeignStore, at: Surroundings): readonly string[] {
  return [...new Set(LOCATIONS[store](at))]
}

export function foreignSources(stores: readonly ForeignStore[], at: Surroundings): Source[] {
  return stores.flatMap((store) => foreignFolders(store, at).map(READERS[store]))
}

/** Its home is named in a file, its folder of models may be moved in its settings, and its first releases had another. */
function lmStudioFolders({ home, readText }: Surroundings): string[] {
  const pointed = readText(join(home, '.lmstudio-home-pointer'))?.trim()
  const own = pointed || join(home, '.lmstudio')
  const moved = downloadsFolder(readText(join(own, 'settings.json')))
  return [moved ?? join(own, 'models'), join(home, '.cache', 'lm-studio', 'models')]
}

function downloadsFolder(settings: string | null): string | null {
  try {
    const { downloadsFolder: folder } = JSON.parse(settings ?? '') as { downloadsFolder?: unknown }
    return typeof folder === 'string' && folder !== '' ? folder : null
  } catch {
    return null
  }
}
