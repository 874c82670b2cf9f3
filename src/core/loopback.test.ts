import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each(['localhost', 'LocalHost', '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => {
    expect(isLoopback(host)).toBe(true)
  },
)

test.each(['0.0.0.0', '::', '192.168.0.2', '::ffff:10.0.0.1', 'localhost.example.org', ''])('%s is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})
