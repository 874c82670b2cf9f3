// Lint, types, tests, and which of them were skipped and why; the last line is `N passed, N failed`, and the exit code
// says whether anything failed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REPORT = join(ROOT, '.cache/vitest.json')

const lint = passes('Lint and format (biome)', 'node_modules/@biomejs/biome/bin/biome', ['check', '.'])
const TSC = 'node_modules/typescript/bin/tsc'
const types = passes('Types (tsc)', TSC, ['-p', 'tsconfig.json', '--noEmit'])
const pageTypes = passes('Types of the web page (tsc)', TSC, ['-p', 'ui/tsconfig.json', '--noEmit'])
const tests = runTests()

const failed = tests.failed + [lint, types, pageTypes].filter((passed) => !passed).length
if (tests.skipped.length > 0) console.log(`${tests.skipped.length} skipped:\n${tests.skipped.join('\n')}`)
console.log(`${tests.passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function passes(title, script, args) {
  console.log(`\n${title}`)
  return node(script, args) === 0
}

/** A file that fails before its first test, and a run that ends without a report, are a failure each. */
function runTests() {
  console.log('\nTests (vitest)')
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  rmSync(REPORT, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const status = node('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...process.argv.slice(2)])
  const report = read(REPORT)
  if (report === null) return { passed: 0, failed: 1, skipped: [] }
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.testResults.flatMap(skippedIn),
  }
}

/** Tests that didn't run, by their titles, which say why. */
function skippedIn({ name, assertionResults }) {
  const titles = assertionResults.filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status))
  return titles.map(({ fullName }) => `  ${relative(ROOT, name)}: ${fullName}`)
}

function node(script, args) {
  return spawnSync(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, stdio: ['ignore', 1, 2] }).status
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
