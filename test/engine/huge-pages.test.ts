import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { hugePageBytes } from '../../src/engine/drivers/llama-cpp/huge-pages/machine.ts'
import { mappedFiles } from '../../src/engine/drivers/llama-cpp/huge-pages/ranges.ts'
import { models } from '../fixtures/models.ts'
import { generate, loaded } from './loaded.ts'
import { childrenOf } from './processes.ts'

const started: EngineInstance[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((instance) => instance.stop(10_000)))
})

/** A model with 42 MB of weights, and its process. */
async function load(wish: Placement): Promise<{ instance: EngineInstance; pid: number }> {
  const before = childrenOf(process.pid)
  const instance = await loaded(models.random({ feedForward: 27_000 }), wish)
  started.push(instance)
  const [pid = 0] = childrenOf(process.pid).filter((child) => !before.includes(child))
  return { instance, pid }
}

/** Files that a process has mapped and that are as large as weights. */
const mappedBy = (pid: number) => mappedFiles(readFileSync(`/proc/${pid}/maps`, 'utf8')).length

test.skipIf(hugePageBytes() === null)(
  'weights move into huge pages while answers go on, which say the same all the time; those of a file that is to stay mapped do not',
  async () => {
    const staying = await load({ loadMode: 'mmap' })
    const moving = await load({})
    expect([staying, moving].map(({ pid }) => mappedBy(pid))).toEqual([1, 1])
    const task = { prompt: [5, 6, 7, 8], maxTokens: 24 }
    const { text } = await generate(moving.instance, task)
    const texts = new Set<string>()
    while (mappedBy(moving.pid) > 0) texts.add((await generate(moving.instance, task)).text)
    texts.add((await generate(moving.instance, task)).text)
    expect([...texts]).toEqual([text])
    // Whether the kernel has huge pages to give is its own affair: the weights are no file any more in any case.
    const held = readFileSync(`/proc/${moving.pid}/smaps_rollup`, 'utf8')
    expect(Number(/^Anonymous:\s+(\d+) kB$/m.exec(held)?.[1])).toBeGreaterThan(40_000)
    // It was loaded first, so its turn would have come before.
    expect(mappedBy(staying.pid)).toBe(1)
  },
)
