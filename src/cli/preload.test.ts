import pino from 'pino'
import { expect, test } from 'vitest'
import { FakeScheduler, says } from '../../test/fakes/scheduler.ts'
import type { ModelConfig } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'
import { idsToLoad, preload, toLoadFirst } from './preload.ts'

const model = (id: string, preload?: boolean): ModelConfig => ({
  id,
  path: `/${id}`,
  placement: {},
  keepAliveMs: 1,
  ...(preload !== undefined && { preload }),
})

test.each([
  ['of one, that one', 'unified', [model('a')], ['a']],
  ['of several, none', 'unified', [model('a'), model('b')], []],
  ['those that are said to be', 'unified', [model('a'), model('b', true)], ['b']],
  ['not one that is said not to be', 'unified', [model('a', false)], []],
  [
    "all, where clients don't have them loaded by asking",
    'llamapi',
    [model('a'), model('b'), model('c', false)],
    ['a', 'b'],
  ],
] as const)('at the start is loaded: %s', (_, contract, models, ids) => {
  expect(idsToLoad({ contract, models, preload: [] })).toEqual(ids)
})

test.each([
  ['inferbridge', [model('a'), model('b', true)], 'a', true],
  ['inferbridge', [model('a'), model('b', true)], 'b', false],
  ['inferbridge', [model('a')], 'a', false],
  ['unified', [model('a'), model('b')], 'a', false],
] as const)('with %s, of these models %s has to be loaded first: %s', (contract, models, id, first) => {
  expect(toLoadFirst({ contract, models, preload: [] })(id)).toBe(first)
})

test('a model that is only named is loaded too, and none twice', () => {
  const models = [model('set-up')]
  expect(idsToLoad({ contract: 'inferbridge', models, preload: ['set-up', 'stored'] })).toEqual(['set-up', 'stored'])
})

test('one that fails keeps no other from being loaded, and is told of', async () => {
  const lines: string[] = []
  const openFailure = new TrivetError('model_load_failed', { model: 'a', reason: 'it is broken.' })
  const scheduler = new FakeScheduler([
    { id: 'a', reply: says(), openFailure },
    { id: 'b', reply: says() },
  ])
  await preload(['a', 'b'], scheduler, pino({}, { write: (line) => lines.push(line) }))
  expect(scheduler.wishes).toHaveLength(2)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { model: 'a', reason: 'The model `a` could not be loaded: it is broken.' },
  ])
})
