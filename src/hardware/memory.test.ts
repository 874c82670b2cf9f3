import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryStatus } from './memory.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trivet-memory-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

const MEMINFO = { 'proc/meminfo': 'MemTotal:  8 kB\nMemFree:  1 kB\nMemAvailable:  4 kB\n' }

it('is what the kernel calls available', () => {
  write(MEMINFO)
  expect(memoryStatus(root)).toEqual({ availableBytes: 4096, totalBytes: 8192, limit: 'machine' })
})

it('is what the cgroup leaves, file pages that can go counted as free', () => {
  write({
    ...MEMINFO,
    'sys/fs/cgroup/memory.max': '6000\n',
    'sys/fs/cgroup/memory.current': '5000\n',
    'sys/fs/cgroup/memory.stat': 'anon 3000\ninactive_file 700\nactive_file 1300\n',
  })
  expect(memoryStatus(root)).toEqual({ availableBytes: 1700, totalBytes: 6000, limit: 'cgroup' })
})

it('is no more than the machine has, however much the cgroup allows', () => {
  write({ ...MEMINFO, 'sys/fs/cgroup/memory.max': '7000', 'sys/fs/cgroup/memory.current': '1' })
  expect(memoryStatus(root)).toEqual({ availableBytes: 4096, totalBytes: 7000, limit: 'cgroup' })
  write({ 'sys/fs/cgroup/memory.max': 'max' })
  expect(memoryStatus(root)).toEqual({ availableBytes: 4096, totalBytes: 8192, limit: 'machine' })
})

it('reads the older cgroups', () => {
  write({
    ...MEMINFO,
    'sys/fs/cgroup/memory/memory.limit_in_bytes': '6000',
    'sys/fs/cgroup/memory/memory.usage_in_bytes': '5000',
    'sys/fs/cgroup/memory/memory.stat': 'inactive_file 1\ntotal_inactive_file 500\n',
  })
  expect(memoryStatus(root).availableBytes).toBe(1500)
})

it('is what the system says where there are no such files', () => {
  expect(memoryStatus(root).totalBytes).toBeGreaterThan(0)
})
