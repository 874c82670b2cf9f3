// The long soak: `npm run soak`, or `npm run soak -- <requests> <seed>` for another one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const [requests = '10000', seed] = process.argv.slice(2)
const env = { ...process.env, SOAK_REQUESTS: requests, ...(seed !== undefined && { SOAK_SEED: seed }) }
const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'test/soak']
process.exit(spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1)
