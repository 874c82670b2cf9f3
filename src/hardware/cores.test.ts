import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { usableCores } from './cores.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** A root with the given kernel files. */
function rootWith(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'cores-'))
  roots.push(root)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), `${content}\n`)
  }
  return root
}

function siblings(...lists: string[]): Record<string, string> {
  return Object.fromEntries(
    lists.map((list, cpu) => [`sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`, list]),
  )
}

test('two hyper-threads of a core count once', () => {
  expect(usableCores(rootWith(siblings('0,2', '1,3', '0,2', '1,3')), 4)).toBe(2)
})

test('affinity limits', () => {
  expect(usableCores(rootWith(siblings('0', '1', '2', '3')), 1)).toBe(1)
})

test('a cgroup v2 quota limits, rounded down', () => {
  expect(usableCores(rootWith({ ...siblings('0', '1', '2', '3'), 'sys/fs/cgroup/cpu.max': '250000 100000' }), 4)).toBe(
    2,
  )
})

test('an unlimited cgroup v2 does not', () => {
  expect(usableCores(rootWith({ ...siblings('0', '1', '2'), 'sys/fs/cgroup/cpu.max': 'max 100000' }), 3)).toBe(3)
})

test('a cgroup v1 quota limits', () => {
  const quota = { 'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '150000', 'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000' }
  expect(usableCores(rootWith({ ...siblings('0', '1', '2', '3'), ...quota }), 4)).toBe(1)
})

test('half a CPU is still one thread', () => {
  expect(usableCores(rootWith({ 'sys/fs/cgroup/cpu.max': '50000 100000' }), 4)).toBe(1)
})

test('without kernel files the allowance decides', () => {
  expect(usableCores(rootWith({}), 6)).toBe(6)
})
