import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteTokenizer } from '../../fixtures/byte-tokenizer.ts'
import { compileLibrary } from '../compile.ts'

/** A stand-in for Qualcomm's GenieX. */
export const GENIEX = fileURLToPath(new URL('../../fakes/geniex.mjs', import.meta.url))

/**
 * Compiles a stand-in for Qualcomm's library; returns its file.
 * @param heeds whether an answer's sampling counts, or the bundle's for good
 */
export function buildFakeGenie(folder: string, heeds = true): string {
  const source = fileURLToPath(new URL('./fake-genie.c', import.meta.url))
  return compileLibrary(source, join(folder, heeds ? 'libGenie.so' : 'libGenie-deaf.so'), [`HEEDS=${heeds ? 1 : 0}`])
}

export const CONTEXT = 512

/** A bundle as AI Hub packs them, whose graph behaves as its first line says; returns its folder. */
export function writeBundle(folder: string, name: string, behaviour: string): string {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  const put = (file: string, text: string) => writeFileSync(join(home, file), text)
  put('tokenizer.json', JSON.stringify(byteTokenizer()))
  put('htp_backend_ext_config.json', '{}')
  put('model_1_of_1.bin', `${behaviour}\n`)
  put('genie_config.json', JSON.stringify(settings()))
  return home
}

/** With the paths of whoever packed it. */
function settings(): object {
  return {
    dialog: {
      version: 1,
      type: 'basic',
      context: { version: 1, size: CONTEXT, 'n-vocab': 256, 'bos-token': -1, 'eos-token': 0 },
      sampler: { version: 1, seed: 42, temp: 0.8, 'top-k': 40, 'top-p': 0.95 },
      tokenizer: { version: 1, path: 'C:\\work\\models\\tokenizer.json' },
      engine: {
        version: 1,
        backend: { version: 1, type: 'QnnHtp', extensions: '<path>/htp_backend_ext_config.json' },
        model: { version: 1, type: 'binary', binary: { version: 1, 'ctx-bins': ['models/model_1_of_1.bin'] } },
      },
    },
  }
}
