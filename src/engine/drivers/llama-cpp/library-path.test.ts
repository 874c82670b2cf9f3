import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findLibrary, packagesFor } from './library-path.ts'

test.each([
  ['linux', 'x64', '@node-llama-cpp/linux-x64'],
  ['linux', 'arm64', '@node-llama-cpp/linux-arm64'],
  ['darwin', 'arm64', '@node-llama-cpp/mac-arm64-metal'],
  ['darwin', 'x64', '@node-llama-cpp/mac-x64'],
  ['win32', 'x64', '@node-llama-cpp/win-x64'],
  ['win32', 'arm64', '@node-llama-cpp/win-arm64'],
] as const)('the package for %s %s, after its accelerated builds', (platform, arch, name) => {
  expect(packagesFor(platform, arch)).toEqual([`${name}-cuda`, `${name}-vulkan`, name])
})

describe("a user's own build", () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })
  function folderWith(...names: string[]): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'build-'))
    folders.push(folder)
    for (const name of names) writeFileSync(path.join(folder, name), '')
    return folder
  }

  test.each([
    [
      'a cmake build',
      ['libggml-base.so', 'libggml-cpu.so', 'libggml.so', 'libllama-common.so', 'libllama.so'],
      'libllama.so',
    ],
    ['a release archive', ['libggml-base.so.0.5.0', 'libggml.so.0', 'libllama.so.0.5.0'], 'libllama.so.0.5.0'],
    [
      'the npm build',
      ['libggml-base.so', 'libggml.v0.5.0.so', 'libllama-common.so', 'libllama.v0.5.0.so'],
      'libllama.v0.5.0.so',
    ],
    [
      'macOS',
      ['libggml-base.dylib', 'libggml.metal.v0.4.0.dylib', 'libllama.metal.v0.4.0.dylib'],
      'libllama.metal.v0.4.0.dylib',
    ],
    ['Windows', ['ggml-base.dll', 'ggml.dll', 'llama.dll', 'llama-common.dll'], 'llama.dll'],
  ])('%s', (_, names, llama) => {
    const folder = folderWith(...names)
    expect(findLibrary(folder).llama).toBe(path.join(folder, llama))
  })

  test('the library itself may be named', () => {
    const folder = folderWith('libggml-base.so', 'libggml.so', 'libllama.so')
    expect(findLibrary(path.join(folder, 'libllama.so')).folder).toBe(folder)
  })

  test('a folder without libllama says what is missing', () => {
    const folder = folderWith('libggml-base.so', 'libggml.so')
    expect(() => findLibrary(folder)).toThrow(`${folder} has no llama library`)
  })

  test('a folder that is not there says where was looked', () => {
    expect(() => findLibrary('/nowhere/llama')).toThrow('/nowhere/llama, which does not exist')
  })
})

test('no package for a machine: the message names the packages and the way out', () => {
  expect(() => findLibrary(null, 'sunos', 'x64')).toThrow(/@node-llama-cpp\/sunos-x64.*llama_cpp\.library_path/s)
})
