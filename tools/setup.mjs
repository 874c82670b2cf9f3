// Makes a checkout ready to run: installs when the lock file or Node changed, builds when the source did, and does
// nothing otherwise. Plain JavaScript without dependencies, since it runs before there are any.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const INSTALL_STAMP = join(ROOT, 'node_modules/.trivet-setup')
const BUILD_STAMP = join(ROOT, 'dist/.trivet-build')
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

const wanted = hash([
  ['lock', readFileSync(join(ROOT, 'package-lock.json'))],
  ['platform', `${process.platform} ${process.arch} ${process.versions.modules}`],
])
if (stampOf(INSTALL_STAMP) !== wanted) {
  await install()
  writeFileSync(INSTALL_STAMP, wanted)
}

const source = hash([
  ['install', wanted],
  ['bundle', readFileSync(join(ROOT, 'tools/bundle.mjs'))],
  ...sources('src'),
  ...sources('ui'),
])
if (stampOf(BUILD_STAMP) !== source) await build(source)

/** `npm ci` starts from nothing, so a half-made `node_modules` is no obstacle. */
async function install() {
  say('Installing packages (npm ci) …')
  // Under `npm run`, the same npm again; on its own, the one in the path.
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args])
  else await run('npm', args, { shell: process.platform === 'win32' })
}

/** Into a folder aside, which then takes the place of the old one: what runs from `dist` never sees half a build. */
async function build(stamp) {
  say('Building (rolldown, vite) …')
  const aside = join(ROOT, 'dist-new')
  rmSync(aside, { recursive: true, force: true })
  await run(process.execPath, [join(ROOT, 'tools/bundle.mjs'), aside])
  const vite = ['build', 'ui', '--outDir', join(aside, 'ui'), '--logLevel', 'warn']
  await run(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), ...vite])
  writeFileSync(join(aside, '.trivet-build'), stamp)
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  renameSync(aside, join(ROOT, 'dist'))
}

/** What ends this process ends what it waits for. */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options })
  const pass = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, pass)
  const end = await new Promise((resolve) => {
    child.once('error', (error) => resolve(`${command} could not be started: ${error.message}`))
    child.once('exit', (status, signal) =>
      resolve(status === 0 ? null : `${command} ${args[0]} failed (${status ?? signal}).`),
    )
  })
  for (const signal of SIGNALS) process.off(signal, pass)
  if (end === null) return
  say(end)
  process.exit(1)
}

/** What goes into the build: tests do not. */
function sources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(ROOT.length), readFileSync(path)])
}

function hash(parts) {
  const digest = createHash('sha256')
  for (const [name, content] of parts) digest.update(`${name}\0${content.length}\0`).update(content)
  return digest.digest('hex')
}

function stampOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function say(line) {
  process.stderr.write(`trivet: ${line}\n`)
}
