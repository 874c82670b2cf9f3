import { expect, test } from 'vitest'
import { printedLine } from './print.ts'

const LINE = { type: 'log', id: 1, timestamp: 1_700_000_000.5, request_id: null, fields: {} } as const

test('a line says when, how important and what, then the rest', () => {
  const fields = { model: 'm', ms: 5, crash: { how: 'SIGKILL' } }
  expect(printedLine({ ...LINE, level: 'info', message: 'ready', request_id: 'req_1', fields })).toBe(
    '2023-11-14T22:13:20.500Z INFO  ready request=req_1 model=m ms=5 crash={"how":"SIGKILL"}',
  )
  expect(printedLine({ ...LINE, level: 'error', message: 'failed' })).toBe('2023-11-14T22:13:20.500Z ERROR failed')
})

test('what was missed is told', () => {
  expect(
    printedLine({
      type: 'missed',
      message: 'This reader was too slow, or too long away: some of what came in between is forgotten.',
    }),
  ).toMatch(/^\(This reader was too slow.*\)$/)
})
