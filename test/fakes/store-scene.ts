import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type OpenOptions, openCatalogue } from '../../src/models/catalogue/open.ts'
import type { Manifest } from '../../src/models/own/manifest.ts'
import type { Staging } from '../../src/models/own/publisher.ts'
import { buildRandom } from '../fixtures/gguf/index.ts'
import { ManualClock } from './clock.ts'
import { scratch } from './scratch.ts'

const folder = scratch()
export const weights = buildRandom()
let count = 0

/** An empty store beside a folder of the user's, and what opens it again. */
export async function setUp(options: Partial<OpenOptions> = {}) {
  const home = join(folder, String(count++))
  const root = join(home, 'models')
  const extra = join(home, 'extra')
  mkdirSync(extra, { recursive: true })
  const used = new Set<string>()
  const problems: string[] = []
  const clock = new ManualClock()
  const open = (more: Partial<OpenOptions> = {}) =>
    openCatalogue({
      root,
      configured: [],
      folders: [extra],
      foreign: [],
      clock,
      inUse: (id) => used.has(id),
      report: (problem) => problems.push(problem),
      ...options,
      ...more,
    })
  const catalogue = await open()
  const publish = async (id: string, bytes = weights) => catalogue.publish(...(await staged(catalogue, id, bytes)))
  return {
    catalogue,
    root,
    extra,
    used,
    problems,
    open,
    publish,
    ids: () => catalogue.list().map(({ id }) => id),
  }
}

/** A model in the making, and the manifest that it fits. */
export async function staged(
  catalogue: { stage(id: string): Promise<Staging> },
  id: string,
  bytes = weights,
): Promise<[Staging, Manifest]> {
  const staging = await catalogue.stage(id)
  writeFileSync(join(staging.folder, 'model.gguf'), bytes)
  return [staging, manifestOf(id, bytes.length)]
}

export function manifestOf(id: string, sizeBytes: number): Manifest {
  return {
    version: 1,
    id,
    entry: 'model.gguf',
    files: [{ name: 'model.gguf', sizeBytes, sha256: null }],
    source: 'a test',
    revision: null,
    precision: null,
    created: '2026-01-01T00:00:00Z',
  }
}

export const failing = (code: string, message: string | RegExp = '') =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })
