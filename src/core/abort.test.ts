import { expect, test } from 'vitest'
import { onAbort } from './abort.ts'

test('calls back once, unless ended before', () => {
  const abort = new AbortController()
  const calls: string[] = []
  onAbort(abort.signal, () => calls.push('kept'))
  onAbort(abort.signal, () => calls.push('ended'))()
  abort.abort()
  abort.abort()
  expect(calls).toEqual(['kept'])
})

test('as many may listen as a request has tasks, without a warning', async () => {
  const warnings: Error[] = []
  const warned = (warning: Error) => warnings.push(warning)
  process.on('warning', warned)
  const { signal } = new AbortController()
  for (let task = 0; task < 128; task++) onAbort(signal, () => {})
  // Warnings are emitted on a later tick.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warned)
  expect(warnings).toEqual([])
})
