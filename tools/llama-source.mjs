// Puts llama.cpp's own source, as the npm package node-llama-cpp carries it, under .cache/ and prints the folder.
// For the struct-layout test and for comparing speed with llama-server; nothing in the product needs it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The release whose binaries package.json pins for Linux: llama.cpp v0.5.0. */
const RELEASE = '3.22.1'

const cache = path.join(fileURLToPath(new URL('..', import.meta.url)), '.cache')
const tree = path.join(cache, `llama.cpp-${RELEASE}`)

if (!existsSync(path.join(tree, 'include/llama.h'))) {
  mkdirSync(cache, { recursive: true })
  rmSync(tree, { recursive: true, force: true })
  const run = (command, ...args) => execFileSync(command, args, { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] })
  run('npm', 'pack', '--silent', `node-llama-cpp@${RELEASE}`)
  run('tar', 'xzf', `node-llama-cpp-${RELEASE}.tgz`, 'package/llama/gitRelease.bundle')
  run('git', 'clone', '--quiet', '--config', 'advice.detachedHead=false', 'package/llama/gitRelease.bundle', tree)
  rmSync(path.join(cache, 'package'), { recursive: true })
  rmSync(path.join(cache, `node-llama-cpp-${RELEASE}.tgz`))
}
console.log(tree)
