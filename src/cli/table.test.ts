import { expect, it } from 'vitest'
import { byteSize, table } from './table.ts'

it('aligns columns', () => {
  expect(
    table(
      ['A', 'LONG'],
      [
        ['wide', 'x'],
        ['', 'y'],
        ['z', ''],
      ],
    ),
  ).toBe('A     LONG\nwide  x\n      y\nz')
})

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1.5 * 1024 ** 3, '1.5 GiB'],
  [5000 * 1024 ** 4, '5000.0 TiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text)
})
