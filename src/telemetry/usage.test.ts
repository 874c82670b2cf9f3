import { expect, test } from 'vitest'
import type { FinishedRequest } from '../core/meter.ts'
import { createUsage, NO_USAGE } from './usage.ts'

const request: FinishedRequest = {
  requestId: 'r',
  route: 'POST /x',
  owner: 'key_1',
  model: 'm',
  outcome: 'ok',
  status: 200,
  startedMs: 0,
  latencyMs: 300,
  firstTokenMs: 100,
  generatingMs: 150,
  promptTokens: 10,
  cachedTokens: 4,
  completionTokens: 5,
}

test('nothing was asked yet', () => {
  const usage = createUsage(7)
  expect([usage.sinceMs, usage.totals(), usage.byModel().size]).toEqual([7, NO_USAGE, 0])
})

test('requests add up in all, by model and by key, however they end', () => {
  const usage = createUsage(0)
  usage.finished(request)
  usage.finished({ ...request, model: 'n', outcome: 'failed', firstTokenMs: null, generatingMs: 0 })
  usage.finished({ ...request, owner: 'anonymous', outcome: 'cancelled' })
  const one = {
    requests: 1,
    failed: 0,
    cancelled: 0,
    promptTokens: 10,
    cachedTokens: 4,
    completionTokens: 5,
    latencyMs: 300,
    answered: 1,
    firstTokenMs: 100,
    generatingMs: 150,
  }
  expect(usage.totals()).toEqual({
    requests: 3,
    failed: 1,
    cancelled: 1,
    promptTokens: 30,
    cachedTokens: 12,
    completionTokens: 15,
    latencyMs: 900,
    answered: 2,
    firstTokenMs: 200,
    generatingMs: 300,
  })
  expect(usage.byModel().get('n')).toEqual({ ...one, failed: 1, answered: 0, firstTokenMs: 0, generatingMs: 0 })
  expect([...usage.byOwner()].map(([owner, { requests }]) => [owner, requests])).toEqual([
    ['key_1', 2],
    ['anonymous', 1],
  ])
})
