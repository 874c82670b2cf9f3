import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import type { Holder, Processes } from './holder.ts'
import { storeLayout } from './layout.ts'
import { shareUses, usedElsewhere } from './use.ts'

const folder = scratch()
let count = 0

function store() {
  const layout = storeLayout(join(folder, String(count++)))
  const path = (name: string) => join(layout.root, name, 'model.gguf')
  return { layout, path }
}

const holder = (pid: number): Holder => ({ pid, host: 'here', started: '1' })

function seenBy(pid: number, life: ReturnType<Processes['life']> = 'alive'): Processes {
  return { self: holder(pid), life: () => life }
}

test('what one process has loaded is in use to the others, not to itself', async () => {
  const { layout, path } = store()
  const tell = shareUses(layout, holder(1))
  await tell([path('org+tiny=Q8_0'), join(folder, 'elsewhere', 'tiny', 'x.gguf')])
  expect(await usedElsewhere(layout, 'org+tiny=Q8_0', seenBy(2))).toBe(true)
  expect(await usedElsewhere(layout, 'org+tiny=Q8_0', seenBy(1))).toBe(false)
  expect(await usedElsewhere(layout, 'tiny', seenBy(2))).toBe(false)
})

test('of two that have it loaded, both must have unloaded it, and then nothing is left', async () => {
  const { layout, path } = store()
  const [one, two] = [shareUses(layout, holder(1)), shareUses(layout, holder(2))]
  await Promise.all([one([path('tiny')]), two([path('tiny'), path('big')])])
  await one([])
  expect(await usedElsewhere(layout, 'tiny', seenBy(3))).toBe(true)
  await two([path('big')])
  expect(await usedElsewhere(layout, 'tiny', seenBy(3))).toBe(false)
  await two([])
  expect(readdirSync(layout.uses)).toEqual([])
})

test('of quick changes the last one holds', async () => {
  const { layout, path } = store()
  const tell = shareUses(layout, holder(1))
  void tell([path('tiny')])
  void tell([])
  await tell([path('big')])
  expect(await usedElsewhere(layout, 'tiny', seenBy(2))).toBe(false)
  expect(await usedElsewhere(layout, 'big', seenBy(2))).toBe(true)
})

test('a process that has died uses nothing, and what it left is swept', async () => {
  const { layout, path } = store()
  await shareUses(layout, holder(1))([path('tiny')])
  expect(await usedElsewhere(layout, 'tiny', seenBy(2, 'unknown'))).toBe(false)
  expect(readdirSync(layout.uses)).toHaveLength(1)
  expect(await usedElsewhere(layout, 'tiny', seenBy(2, 'dead'))).toBe(false)
  expect(readdirSync(layout.uses)).toEqual([])
})

test('nothing is written for models that lie elsewhere, and a file that makes no sense is passed over', async () => {
  const { layout, path } = store()
  const tell = shareUses(layout, holder(1))
  await tell([join(folder, 'elsewhere', 'x.gguf')])
  expect(existsSync(layout.root)).toBe(false)
  mkdirSync(layout.uses, { recursive: true })
  writeFileSync(join(layout.uses, 'a.json'), '{"holder"')
  await tell([path('tiny')])
  expect(await usedElsewhere(layout, 'tiny', seenBy(2))).toBe(true)
})
