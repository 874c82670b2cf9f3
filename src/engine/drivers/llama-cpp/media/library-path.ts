import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { findLibrary, libraryPattern } from '../library-path.ts'

/** A library that encodes images and sounds. */
export interface MtmdFile {
  readonly file: string
  /** From an npm package, with a llama.cpp of its own inside, rather than part of the build in use. */
  readonly packaged: boolean
}

/**
 * The libmtmd beside the build in use, else the one that the packages of `@fugood/llama.node` carry. Throws an Error
 * that says where it looked and what to do.
 * @param folder of the llama.cpp build
 */
export function findMtmd(folder: string, platform = process.platform, arch: string = process.arch): MtmdFile {
  const beside = readdirSync(folder).find((name) => libraryPattern('mtmd').test(name))
  if (beside !== undefined) return { file: path.join(folder, beside), packaged: false }
  const name = `@fugood/node-llama-${platform}-${arch}`
  const roots = createRequire(import.meta.url).resolve.paths(name) ?? []
  const file = roots.map((root) => path.join(root, name, 'index.node')).find((each) => existsSync(each))
  // On Windows that package shows nothing but its JavaScript.
  if (file !== undefined && platform !== 'win32') return { file, packaged: true }
  throw new Error(
    `images and sounds need libmtmd, which ${folder} doesn't have${platform === 'win32' ? '' : `, and ${name} is not installed`}. ` +
      "Point llama_cpp.library_path at a folder that has it: llama.cpp's own releases do.",
  )
}

/** Why there is no such library, in words; `null`: there is one. */
export function mediaObstacle(libraryPath: string | null): string | null {
  try {
    findMtmd(findLibrary(libraryPath).folder)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
