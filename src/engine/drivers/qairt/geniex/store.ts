import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { look, namesIn } from '../../../../core/look.ts'
import { readJson } from '../../../text/tokenizer.ts'
import { ownFolder } from '../../served/own-folder.ts'
import { MANIFEST } from '../bundle.ts'

/** A store of GenieX's, with the model in it that is to be served. */
export interface GenieXStore {
  /** As `--data-dir` wants it. */
  readonly folder: string
  /** `org/repo` */
  readonly name: string
  /** Takes away what was made here. */
  remove(): void
}

/**
 * GenieX serves what is in its store, and nothing else: a bundle that is there already is served from it
 * (`<data>/models/<org>/<repo>`), and for any other a store is made, of links to its files. Throws an Error in words for a
 * description that is broken.
 */
export function storeWith(bundle: string): GenieXStore {
  const name = readJson(join(bundle, MANIFEST))?.Name
  const models = dirname(dirname(bundle))
  if (typeof name === 'string' && basename(models) === 'models') {
    return { folder: dirname(models), name, remove() {} }
  }
  return madeStore(bundle)
}

/** Any, of which there is one in a store. */
const NAME = 'trivet/bundle'

function madeStore(bundle: string): GenieXStore {
  const { path: folder, remove } = ownFolder('geniex')
  const home = join(folder, 'models', NAME)
  mkdirSync(home, { recursive: true })
  const files = namesIn(bundle).filter((file) => file !== MANIFEST)
  for (const file of files) symlinkSync(join(bundle, file), join(home, file))
  writeFileSync(join(home, MANIFEST), JSON.stringify(manifestOf(bundle, files)))
  return { folder, name: NAME, remove }
}

/** As GenieX's model manager describes a bundle: its first graph, and everything else beside it. */
function manifestOf(bundle: string, files: readonly string[]): object {
  const file = (name: string) => ({ Name: name, Downloaded: true, Size: look(join(bundle, name))?.size ?? 0 })
  const none = { Name: '', Downloaded: false, Size: 0 }
  const graph = files.find((name) => name.endsWith('.bin'))
  if (graph === undefined) throw new Error(`there is no graph (.bin) in ${bundle}.`)
  return {
    Name: NAME,
    ModelName: basename(bundle),
    ModelType: readsImages(bundle) ? 'vlm' : 'llm',
    PluginId: 'qairt',
    ModelFile: { 'N/A': file(graph) },
    MMProjFile: none,
    TokenizerFile: none,
    ExtraFiles: files.filter((name) => name !== graph).map(file),
  }
}

/** AI Hub says so of a bundle. Throws an Error in words where it is broken. */
export function readsImages(bundle: string): boolean {
  const type = readJson(join(bundle, MANIFEST))?.ModelType
  return type === undefined ? readJson(join(bundle, 'metadata.json'))?.supports_vision === true : type === 'vlm'
}
