import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { awaitingRestart } from './restart.ts'

function settings(flags: Record<string, string>) {
  return readSettings({ flags, env: {}, cwd: '/w', readFile: () => null }).settings
}

test('what a running server can not take over waits for the next start', () => {
  const before = settings({})
  expect(awaitingRestart(before, before)).toEqual([])
  expect(awaitingRestart(before, settings({ '--auth': 'off', '--rate-limit-key-tokens': '5' }))).toEqual([])
  const other = { '--auth': 'off', '--port': '9', '--responses-max-days': '2', '--context': '64' }
  expect(awaitingRestart(before, settings(other)).sort()).toEqual(['context', 'port', 'responses.max_days'])
})
