import { expect, test } from 'vitest'
import { filesInUse, mappedFiles, ownMemory, piecesOf } from './ranges.ts'

const MIB = 2 ** 20

/** A line of `/proc/self/maps`. */
const line = (startMib: number, endMib: number, rest: string) =>
  `${(startMib * MIB).toString(16).padStart(12, '0')}-${(endMib * MIB).toString(16).padStart(12, '0')} ${rest}`

const maps = [
  line(100, 164, 'r--s 005ac000 fe:00 5612084                    /models/with space.gguf'),
  line(200, 300, 'rw-p 00000000 00:00 0 '),
  line(300, 400, 'r--p 00000000 fe:00 77                          /lib/libllama.so'),
  line(400, 431, 'r--s 00000000 fe:00 78                          /models/small.gguf'),
  line(500, 600, 'rw-s 00000000 00:01 79                          /memfd:shared (deleted)'),
  line(600, 700, 'r--s 00000000 00:00 0 '),
  line(700, 732, 'r--s 00000000 fe:00 80                          /models/b-00002-of-00002.gguf'),
].join('\n')

test('weights are large files, mapped as shared and to be read', () => {
  expect(mappedFiles(maps)).toEqual([
    { start: 100 * MIB, end: 164 * MIB },
    { start: 700 * MIB, end: 732 * MIB },
  ])
})

test('pieces are whole huge pages: what begins or ends within one stays', () => {
  const ranges = [
    { start: 3 * MIB, end: 9 * MIB },
    { start: 20 * MIB, end: 24 * MIB },
    { start: 31 * MIB, end: 33 * MIB },
  ]
  expect(piecesOf(ranges, 2 * MIB)).toEqual([
    { start: 4 * MIB, end: 6 * MIB },
    { start: 6 * MIB, end: 8 * MIB },
    { start: 20 * MIB, end: 22 * MIB },
    { start: 22 * MIB, end: 24 * MIB },
  ])
})

test('of a large model the pieces are larger, not more than a thousand', () => {
  const pieces = piecesOf([{ start: 0, end: 40_003 * MIB }], 2 * MIB)
  expect(pieces.length).toBe(953)
  expect(pieces[0]).toEqual({ start: 0, end: 42 * MIB })
  expect(pieces.at(-1)).toEqual({ start: 952 * 42 * MIB, end: 40_002 * MIB })
})

test('nothing is mapped: no pieces', () => {
  expect(piecesOf(mappedFiles(''), 2 * MIB)).toEqual([])
})

test("memory of a process's own has no file", () => {
  expect(ownMemory(maps)).toEqual([{ start: 200 * MIB, end: 300 * MIB }])
})

test('a file of rearranged weights is not in use', () => {
  const files = [{ start: 0, end: 400 }]
  expect(filesInUse(files, [{ start: 500, end: 600 }])).toEqual(files)
  expect(filesInUse(files, [{ start: 500, end: 601 }])).toEqual([])
})
