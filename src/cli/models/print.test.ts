import { expect, test } from 'vitest'
import { restingStatus } from '../../api/models/catalogue-view.ts'
import { encodeModel } from '../../api/models/encode.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import type { ToldModel } from './desk.ts'
import { printedList, printedModel } from './print.ts'

const stored: StoredModel = {
  id: 'org/repo:Q8_0',
  path: '/models/repo-Q8_0.gguf',
  source: 'lmstudio',
  owned: false,
  sizeBytes: 3 * 1024 * 1024,
  modifiedMs: 0,
  attachments: { mmproj: '/models/mmproj.gguf' },
  facts: null,
  invalid: null,
  aliases: ['a', 'b'],
  pinned: true,
}

function told(fields: Partial<StoredModel> = {}): ToldModel {
  const model = { ...stored, ...fields }
  return { ...encodeModel({ status: restingStatus(model), stored: model }), path: model.path }
}

test('a table has a line for each model, and the reasons of broken ones below', () => {
  const broken = told({ id: 'broken', invalid: 'Its file is broken.', pinned: false, sizeBytes: 10, aliases: [] })
  expect(printedList([told(), broken], 'table')).toBe(
    [
      'MODEL          SIZE     QUANTIZATION  SOURCE    STATE            ALIASES',
      'org/repo:Q8_0  3.0 MiB                lmstudio  stopped, pinned  a, b',
      'broken         10 B                   lmstudio  failed',
      'broken: Its file is broken.',
    ].join('\n'),
  )
  expect(printedList([broken], 'table').split('\n')[0]).toBe('MODEL   SIZE  QUANTIZATION  SOURCE    STATE')
  expect(printedList([], 'table')).toContain('trivet pull')
})

test('CSV quotes what it has to', () => {
  const odd = told({ invalid: 'It says "no", twice.' })
  expect(printedList([odd], 'csv')).toBe(
    'id,size_bytes,quantization,architecture,source,state,reason,aliases\norg/repo:Q8_0,3145728,,,lmstudio,failed,"It says ""no"", twice.",a b',
  )
})

test('of one model, what is known', () => {
  expect(printedModel(told())).toBe(
    [
      'model    org/repo:Q8_0',
      'aliases  a, b',
      'state    stopped',
      'source   lmstudio',
      'path     /models/repo-Q8_0.gguf',
      'size     3.0 MiB',
      'with it  mmproj',
      'pinned   yes',
    ].join('\n'),
  )
})
