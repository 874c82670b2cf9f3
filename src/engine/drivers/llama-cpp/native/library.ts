import koffi from '../../../native/koffi.ts'
import type { LlamaLibraryFiles } from '../library-path.ts'
import { type LlamaApi, type Pointer, PROTOTYPES, type Struct } from './api.ts'
import { bindHidden, type HiddenApi } from './hidden-api.ts'
import { KNOWN_VERSIONS, layoutFor, RECOGNISABLE_DEFAULTS, type StructLayout } from './layouts.ts'

export interface LlamaLibrary {
  readonly api: LlamaApi
  /** As `llama_version()` says it. */
  readonly version: string
  /** `null`: this build hands no rows from inside one model to another. */
  readonly hidden: HiddenApi | null
}

const opened = new Map<string, LlamaLibrary>()

/**
 * Opens a llama.cpp build; once a process, since struct names and ggml's list of backends are the process's own.
 * Throws an Error that says what is wrong with the build.
 */
export function openLibrary(files: LlamaLibraryFiles): LlamaLibrary {
  const library = opened.get(files.folder) ?? openFirst(files)
  opened.set(files.folder, library)
  return library
}

/** Opens it and checks that its structs are laid out as the table says. */
function openFirst(files: LlamaLibraryFiles): LlamaLibrary {
  // Global symbols, in order of dependence: each library finds the ones before it.
  const options = { lazy: false, global: true }
  const base = koffi.load(files.base, options)
  const ggml = koffi.load(files.ggml, options)
  const llama = koffi.load(files.llama, options)

  const version = readVersion(llama, files.llama)
  const layout = layoutFor(version)
  if (layout === null) {
    throw new Error(
      `${files.llama} is llama.cpp ${version}; Trivet knows the struct layouts of ${KNOWN_VERSIONS.join(' and ')} only.`,
    )
  }
  registerStructs({ ...layout })
  const api = {
    ...bind(base, PROTOTYPES.base),
    ...bind(ggml, PROTOTYPES.ggml),
    ...bind(llama, PROTOTYPES.llama),
  } as unknown as LlamaApi
  checkDefaults(api, files.llama)
  api.ggml_backend_load_all_from_path(files.folder)
  api.llama_backend_init()
  return { api, version, hidden: bindHidden(llama, version) }
}

export type Library = ReturnType<typeof koffi.load>

function readVersion(llama: Library, file: string): string {
  try {
    return llama.func('str llama_version()')() as string
  } catch {
    throw new Error(
      `${file} has no llama_version(): it is older than llama.cpp ${KNOWN_VERSIONS[0]}, or not llama.cpp.`,
    )
  }
}

/** Names the structs for the prototypes that pass them. */
export function registerStructs(layout: Readonly<Record<string, StructLayout>>): void {
  for (const [name, fields] of Object.entries(layout)) koffi.struct(name, fields)
}

/** The functions of these prototypes, by name. Throws when the library lacks one. */
export function bind(library: Library, prototypes: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(prototypes.map((prototype) => [nameIn(prototype), library.func(prototype)]))
}

function nameIn(prototype: string): string {
  return /(\w+)\(/.exec(prototype)?.[1] ?? prototype
}

function checkDefaults(api: LlamaApi, file: string): void {
  const actual: Record<keyof typeof RECOGNISABLE_DEFAULTS, Struct> = {
    llama_model_params: api.llama_model_default_params(),
    llama_context_params: api.llama_context_default_params(),
    llama_model_quantize_params: api.llama_model_quantize_default_params(),
  }
  for (const [struct, fields] of Object.entries(RECOGNISABLE_DEFAULTS)) {
    for (const [field, expected] of Object.entries(fields)) {
      const found = actual[struct as keyof typeof actual][field]
      if (found !== expected) {
        throw new Error(
          `${file}: ${struct}.${field} defaults to ${String(found)}, expected ${String(expected)}: its structs differ from the ones Trivet knows for this version.`,
        )
      }
    }
  }
}

/** Calls a function that only exists by address. */
export function callAt(address: Pointer, result: string, types: readonly string[], ...args: unknown[]): unknown {
  return koffi.call(address, koffi.proto(result, [...types]), ...args)
}
