import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { architectureProblem } from '../../native/architecture.ts'

/** The three files of one llama.cpp build. */
export interface LlamaLibraryFiles {
  readonly folder: string
  readonly base: string
  readonly ggml: string
  readonly llama: string
}

/** The npm packages that carry llama.cpp builds for a machine, best first. Only their binaries are used. */
export function packagesFor(platform: NodeJS.Platform, arch: string): readonly string[] {
  const name = { linux: 'linux', darwin: 'mac', win32: 'win' }[platform as 'linux' | 'darwin' | 'win32'] ?? platform
  const base = name === 'mac' && arch === 'arm64' ? 'mac-arm64-metal' : `${name}-${arch}`
  return [`${base}-cuda`, `${base}-vulkan`, base].map((build) => `@node-llama-cpp/${build}`)
}

/**
 * Finds the build to use: the user's own (`configured`: a folder, or the llama library in it), else the first
 * installed package for this machine. Throws an Error whose message says where it looked and what to do.
 */
export function findLibrary(
  configured: string | null,
  platform = process.platform,
  arch: string = process.arch,
): LlamaLibraryFiles {
  if (configured !== null) {
    return filesIn(
      existsSync(configured) && !statSync(configured).isDirectory() ? path.dirname(configured) : configured,
    )
  }
  const packages = packagesFor(platform, arch)
  for (const name of packages) {
    const folder = packageFolder(name)
    if (folder !== null) return filesIn(folder)
  }
  throw new Error(
    `no llama.cpp build for ${platform} ${arch} is installed (looked for ${packages.join(', ')}). ` +
      'Run `npm ci` without `--omit=optional`, or point llama_cpp.library_path at a build of your own.',
  )
}

/** `<package>/bins/<build>`, where the binaries of an installed package lie; `null` when it isn't installed. */
function packageFolder(name: string): string | null {
  // Found by hand: the packages export their JavaScript only, not their folder.
  const roots = createRequire(import.meta.url).resolve.paths(name) ?? []
  const bins = roots.map((root) => path.join(root, name, 'bins')).find((folder) => existsSync(folder))
  const build = bins === undefined ? undefined : readdirSync(bins)[0]
  return bins === undefined || build === undefined ? null : path.join(bins, build)
}

/** A library's file name: `libllama.so`, `libllama.so.0.5.0`, `libllama.metal.v0.4.0.dylib`, `llama.dll` … */
export function libraryPattern(stem: string): RegExp {
  return new RegExp(`^(lib)?${stem}(\\.[a-z0-9]+)*?(\\.v[\\d.]+)?\\.(so(\\.\\d+)*|dylib|dll)$`)
}

function filesIn(folder: string): LlamaLibraryFiles {
  if (!existsSync(folder)) throw new Error(`llama.cpp was looked for in ${folder}, which does not exist.`)
  const names = readdirSync(folder).sort((a, b) => a.length - b.length)
  const find = (stem: string): string => {
    const name = names.find((candidate) => libraryPattern(stem).test(candidate))
    if (name === undefined) {
      throw new Error(
        `${folder} has no ${stem} library: a build needs libllama, libggml and libggml-base as shared libraries side by side.`,
      )
    }
    const file = path.join(folder, name)
    const problem = architectureProblem(file)
    if (problem !== '') throw new Error(problem)
    return file
  }
  return { folder, base: find('ggml-base'), ggml: find('ggml'), llama: find('llama') }
}
