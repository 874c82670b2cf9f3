import { expect, it } from 'vitest'
import { residentBytes } from './resident.ts'

it('adds up a process and all below it', () => {
  const files: Record<string, string> = {
    '/proc/1/status': 'Name:\tnode\nVmRSS:\t  100 kB\nThreads: 4\n',
    '/proc/1/task/1/children': '2 3 ',
    '/proc/2/status': 'VmRSS:\t20 kB\n',
    '/proc/2/task/2/children': '',
    '/proc/3/status': 'VmRSS:\t3 kB\n',
    '/proc/3/task/3/children': '4 ',
    '/proc/4/status': 'Name: a zombie has none\n',
    '/proc/4/task/4/children': '',
  }
  expect(residentBytes(1, (path) => files[path] ?? '')).toEqual({ own: 100 * 1024, children: 23 * 1024 })
})
