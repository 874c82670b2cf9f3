import { expect, test } from 'vitest'
import { TriggerWatch } from './trigger-watch.ts'

test('no token may go past the end of a trigger', () => {
  const watch = new TriggerWatch(['(<call>)', '^\\s*(\\{"name")'])
  expect(watch.overruns('Hello <call>')).toBe(false)
  expect(watch.overruns('Hello <call>{')).toBe(true)
  expect(watch.overruns('{"name":')).toBe(true)
  watch.take('Hello <ca')
  expect([watch.overruns('ll>'), watch.overruns('ll>\n'), watch.overruns('{"name":')]).toEqual([false, true, false])
  watch.take('ll>')
  expect(watch.overruns('<call>x')).toBe(false)
})
