import { expect, test } from 'vitest'
import { image } from '../../../../../test/fixtures/media.ts'
import { splitAtMarks } from './media-reader.ts'

const [A, B] = [
  { ...image({ red: 1 }), mark: '<a.*>' },
  { ...image({ red: 2 }), mark: '<b>' },
]

test('a prompt is cut at the marks of its media, which are taken literally', () => {
  expect(splitAtMarks('x <a.*>y<b><b> <a.b> <c>', [A, B])).toEqual(['x ', A, 'y', B, B, ' <a.b> <c>'])
})
