import { expect, test } from 'vitest'
import { refuseExposure } from './exposure.ts'

const ring = (empty: boolean) => ({ isEmpty: () => empty })

test.each([
  ['others can reach it without a key', '0.0.0.0', 'auto', true, null, 'there is no key'],
  ['one address of it, too', '192.168.0.2', 'auto', true, null, '192.168.0.2'],
  ['nobody knows which keys there are', '127.0.0.1', 'auto', true, 'trivet.db: broken', 'trivet.db: broken'],
  ['though a key is wanted anyway', '127.0.0.1', 'required', false, 'trivet.db: broken', 'trivet.db: broken'],
] as const)('a server does not start when %s', (_, host, auth, empty, lost, words) => {
  expect(() => refuseExposure({ host, auth }, ring(empty), lost)).toThrow(words)
})

test.each([
  ['only this machine can reach it', '::1', 'auto', true, null],
  ['there is a key', '0.0.0.0', 'auto', false, null],
  ['keys are wanted, though there is none yet', '0.0.0.0', 'required', true, null],
  ['it was told to let everyone in', '0.0.0.0', 'off', true, 'trivet.db: broken'],
] as const)('it does when %s', (_, host, auth, empty, lost) => {
  expect(() => refuseExposure({ host, auth }, ring(empty), lost)).not.toThrow()
})
