import { expect, test } from 'vitest'
import { loadShared, openingFailure } from './load-shared.ts'

test('what can not be opened is told in the system’s words', () => {
  expect(() => loadShared('/nowhere/lib.so', { lazy: false })).toThrow(/^\/nowhere\/lib\.so can't be opened: .+\.$/)
})

test('what brings a missing library is told, too', () => {
  const message =
    'Failed to load shared library: libgomp.so.1: cannot open shared object file: No such file or directory'
  expect(openingFailure('/a/index.node', message)).toBe(
    `/a/index.node can't be opened: ${message}. Install it: \`apt install libgomp1\` on Debian and Ubuntu, \`dnf install libgomp\` on Fedora.`,
  )
})
