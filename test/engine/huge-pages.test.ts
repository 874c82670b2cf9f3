import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { hugePageBytes } from '../../src/engine/drivers/llama-cpp/huge-pages/machine.ts'
import { bytesOf, mappedFiles, piecesOf } from '../../src/engine/drivers/llama-cpp/huge-pages/ranges.ts'
import { models } from '../fixtures/models.ts'
import { generate, loaded } from './loaded.ts'
import { childrenOf } from './processes.ts'

const pageBytes = hugePageBytes()

const started: EngineInstance[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((instance) => instance.stop(10_000)))
})

/** A model with some 40 MB of weights, and its process. */
async function load(wish: Placement): Promise<{ instance: EngineInstance; pid: number }> {
  const before = childrenOf(process.pid)
  const instance = await loaded(models.random({ feedForward: 27_000 }), wish)
  started.push(instance)
  const [pid = 0] = childrenOf(process.pid).filter((child) => !before.includes(child))
  return { instance, pid }
}

/** Bytes of whole huge pages of the large files that a process has mapped. */
function mappedBy(pid: number): number {
  return bytesOf(piecesOf(mappedFiles(readFileSync(`/proc/${pid}/maps`, 'utf8')), pageBytes ?? 0))
}

/** Bytes of a process's own memory that may only be read and is left out of core dumps (`dd`): see proc_pid_smaps(5). */
function copiedBy(pid: number): number {
  const mappings = readFileSync(`/proc/${pid}/smaps`, 'utf8').matchAll(
    /^[0-9a-f-]+ r--p \S+ 00:00 0 *\nSize: +(\d+) kB[\s\S]*?^VmFlags:(.*)$/gm,
  )
  return Array.from(mappings)
    .filter(([, , flags = '']) => flags.split(' ').includes('dd'))
    .reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0)
}

test.skipIf(pageBytes === null)(
  'weights move into huge pages while answers go on, which say the same all the time; those of a file that is to stay mapped do not',
  async () => {
    const staying = await load({ loadMode: 'mmap' })
    const moving = await load({})
    const weights = mappedBy(moving.pid)
    expect(weights).toBeGreaterThan(32 * 2 ** 20)
    const task = { prompt: [5, 6, 7, 8], maxTokens: 24 }
    const { text } = await generate(moving.instance, task)
    const texts = new Set<string>()
    while (copiedBy(moving.pid) < weights) texts.add((await generate(moving.instance, task)).text)
    texts.add((await generate(moving.instance, task)).text)
    expect([...texts]).toEqual([text])
    expect(mappedBy(moving.pid)).toBe(0)
    // It was loaded first, so its turn would have come before.
    expect([mappedBy(staying.pid), copiedBy(staying.pid)]).toEqual([weights, 0])
  },
)
