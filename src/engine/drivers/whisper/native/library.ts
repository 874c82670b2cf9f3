import koffi from '../../../native/koffi.ts'
import { loadShared } from '../../../native/load-shared.ts'
import { PROTOTYPES, type WhisperApi } from './api.ts'
import { FULL_DEFAULTS, KNOWN_VERSION, WHISPER_LAYOUT } from './layouts.ts'

const opened = new Map<string, WhisperApi>()

/** Opens libwhisper; once a process, since struct names are the process's own. Throws an Error that says what is wrong. */
export function openWhisper(file: string): WhisperApi {
  const api = opened.get(file) ?? openFirst(file)
  opened.set(file, api)
  return api
}

/** Its llama.cpp and others' have symbols of the same names: each keeps to its own (`RTLD_DEEPBIND`; macOS does so anyway). */
function openFirst(file: string): WhisperApi {
  const library = loadShared(file, { lazy: false, global: false, deep: true })
  const version = library.func('str whisper_version()')() as string
  if (!KNOWN_VERSION.test(version)) {
    throw new Error(`${file} is whisper.cpp ${version}; Trivet knows the struct layouts of 1.9 only.`)
  }
  for (const [name, fields] of Object.entries(WHISPER_LAYOUT)) koffi.struct(name, fields)
  const named = PROTOTYPES.map((prototype) => [/(\w+)\(/.exec(prototype)?.[1] ?? '', library.func(prototype)])
  const api = Object.fromEntries(named) as WhisperApi
  const actual = api.whisper_full_default_params(0)
  const wrong = Object.entries(FULL_DEFAULTS).find(([field, expected]) => actual[field] !== expected)
  if (wrong === undefined) return api
  const [field, expected] = wrong
  throw new Error(`${file}: ${field} defaults to ${actual[field]}, expected ${expected}: it is of another version.`)
}
