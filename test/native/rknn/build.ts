import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteTokenizer } from '../../fixtures/byte-tokenizer.ts'
import { compileLibrary } from '../compile.ts'

/** Compiles a stand-in for Rockchip's library; returns its file. */
export function buildFakeRknn(folder: string): string {
  return compileLibrary(fileURLToPath(new URL('./fake-rknn.c', import.meta.url)), join(folder, 'librknnrt.so'))
}

/** One of a release that lacks most of the functions; returns its file. */
export function buildOldRknn(folder: string): string {
  const source = join(folder, 'old-rknn.c')
  writeFileSync(source, 'int rknn_destroy(unsigned long context) { return (int)context; }\n')
  return compileLibrary(source, join(folder, 'librknnrt.so'))
}

/** A folder with a model that behaves as its lines say; returns the model's file. */
export function writeRknnModel(folder: string, name: string, ...lines: string[]): string {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'tokenizer.json'), JSON.stringify(byteTokenizer()))
  writeFileSync(join(home, 'model.rknn'), `${lines.join('\n')}\n`)
  return join(home, 'model.rknn')
}
