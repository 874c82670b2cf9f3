import koffi from '../../../native/koffi.ts'
import { loadShared } from '../../../native/load-shared.ts'
import { type Call, onPool, type Pointer, type Struct } from './api.ts'
import { bind, registerStructs } from './library.ts'
import { MTMD_PROTOTYPES, type MtmdApi } from './mtmd-api.ts'
import { MTMD_DEFAULTS, PACKAGED_LAYOUT, PACKAGED_MODEL_DEFAULTS, RELEASE_LAYOUT } from './mtmd-layouts.ts'

/** Where images and sounds are encoded. */
export interface MtmdLibrary {
  readonly api: MtmdApi
  /** The text model as this library wants to be shown it. Rejects with an Error in words. */
  textModel(model: Pointer, path: string): Promise<Pointer>
}

const opened = new Map<string, MtmdLibrary>()

/**
 * Opens libmtmd; once a process, since struct names are the process's own. Throws an Error that says what is wrong.
 * @param packaged it has a llama.cpp of its own inside, of another version than the one that computes the text
 */
export function openMtmd(file: string, packaged: boolean): MtmdLibrary {
  const library = opened.get(file) ?? (packaged ? openPackaged(file) : openRelease(file))
  opened.set(file, library)
  return library
}

/** Part of the build that is open already, with whose model it works. */
function openRelease(file: string): MtmdLibrary {
  const library = koffi.load(file, { lazy: false, global: true })
  registerStructs({ ...RELEASE_LAYOUT })
  const api = bind(library, MTMD_PROTOTYPES) as unknown as MtmdApi
  checkDefaults(api.mtmd_context_params_default(), MTMD_DEFAULTS, file)
  return { api, textModel: async (model) => model }
}

/** Its symbols have the names of the other llama.cpp's: each keeps to its own (`RTLD_DEEPBIND`; macOS does so anyway). */
function openPackaged(file: string): MtmdLibrary {
  const library = loadShared(file, { lazy: false, global: false, deep: true })
  registerStructs({ ...PACKAGED_LAYOUT })
  const api = bind(library, MTMD_PROTOTYPES) as unknown as MtmdApi
  checkDefaults(api.mtmd_context_params_default(), MTMD_DEFAULTS, file)
  const params = library.func('packaged_model_params llama_model_default_params()')() as Struct
  checkDefaults(params, PACKAGED_MODEL_DEFAULTS, file)
  library.func('void llama_backend_init()')()
  const load = library.func(
    'void *llama_model_load_from_file(str path, packaged_model_params params)',
  ) as unknown as Call<[path: string, params: Struct], Pointer>
  return {
    api,
    async textModel(_, path) {
      // Mapped and not rearranged: pages of the file that are in memory anyway.
      const model = await onPool(load, path, { ...params, n_gpu_layers: 0, use_extra_bufts: false })
      if (model === null) throw new Error('The packaged image encoder does not know this kind of model.')
      return model
    },
  }
}

function checkDefaults(actual: Struct, expected: Readonly<Record<string, unknown>>, file: string): void {
  const wrong = Object.keys(expected).find((field) => actual[field] !== expected[field])
  if (wrong === undefined) return
  throw new Error(
    `${file}: ${wrong} defaults to ${String(actual[wrong])}, expected ${String(expected[wrong])}: it is of another version than Trivet knows.`,
  )
}
