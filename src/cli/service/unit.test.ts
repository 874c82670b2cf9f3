import { expect, test } from 'vitest'
import { systemdUnit } from './unit.ts'

const options = { command: ['/usr/bin/node', '/opt/trivet/main.js', 'serve'], system: false, drainSeconds: 30 }

test('a unit serves, reloads, and waits for running requests', () => {
  const lines = systemdUnit(options).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'ExecStart=/usr/bin/node /opt/trivet/main.js serve',
      'ExecReload=/bin/kill -HUP $MAINPID',
      'TimeoutStopSec=45',
      'WantedBy=default.target',
    ]),
  )
  expect(lines).not.toContain('DynamicUser=yes')
})

test('one for the machine has a user and a folder of its own', () => {
  expect(systemdUnit({ ...options, system: true }).split('\n')).toEqual(
    expect.arrayContaining([
      'DynamicUser=yes',
      'Environment=TRIVET_HOME=/var/lib/trivet',
      'WantedBy=multi-user.target',
    ]),
  )
})

test.each([
  ['/my models/a.gguf', '"/my models/a.gguf"'],
  ['100%', '100%%'],
  ['$HOME', '$$HOME'],
  ['say "hi" \\', '"say \\"hi\\" \\\\"'],
  ['a;b', '"a;b"'],
])('the argument %s stays what it is', (argument, written) => {
  expect(systemdUnit({ ...options, command: ['trivet', argument] })).toContain(`ExecStart=trivet ${written}\n`)
})
