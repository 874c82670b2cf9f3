import { describe, expect, test } from 'vitest'
import { createFrameDecoder } from './decoder.ts'
import { encodeFrame } from './encode.ts'
import type { FromChild } from './frames.ts'

function decoding(maxLineBytes = 1000) {
  const frames: FromChild[] = []
  const faults: string[] = []
  const push = createFrameDecoder<FromChild>({
    maxLineBytes,
    onFrame: (frame) => frames.push(frame),
    onFault: (reason) => faults.push(reason),
  })
  return { frames, faults, push }
}

const FRAMES: FromChild[] = [
  { op: 'heartbeat' },
  { op: 'event', id: 1, event: { type: 'text-delta', text: 'línea\n二行\r\u2028🐢', tokens: 3 } },
  { op: 'end', id: 1 },
]

describe('frames', () => {
  const bytes = Buffer.from(FRAMES.map(encodeFrame).join(''))

  test('survive every cut into two chunks, inside characters too', () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { frames, faults, push } = decoding()
      push(bytes.subarray(0, cut))
      push(bytes.subarray(cut))
      expect(frames).toEqual(FRAMES)
      expect(faults).toEqual([])
    }
  })

  test('survive byte by byte', () => {
    const { frames, push } = decoding()
    for (const byte of bytes) push(Buffer.of(byte))
    expect(frames).toEqual(FRAMES)
  })

  test('are one line each, whatever the text', () => {
    expect(bytes.toString().split('\n')).toHaveLength(FRAMES.length + 1)
  })

  test('carry half a surrogate pair as it is', () => {
    const { frames, push } = decoding()
    const frame: FromChild = { op: 'event', id: 1, event: { type: 'text-delta', text: 'a\ud83d', tokens: 1 } }
    push(Buffer.from(encodeFrame(frame)))
    expect(frames).toEqual([frame])
  })

  test('that are cut off by the end never arrive', () => {
    const { frames, faults, push } = decoding()
    push(bytes.subarray(0, -1))
    expect(frames).toEqual(FRAMES.slice(0, 2))
    expect(faults).toEqual([])
  })
})

describe('faults', () => {
  test.each(['not json', '[1]', 'null', '"text"', '{"id":1}', '{"op":7}', ''])('%j is no frame', (line) => {
    const { frames, faults, push } = decoding()
    push(Buffer.from(`${line}\n${encodeFrame({ op: 'heartbeat' })}`))
    expect(faults).toEqual(['a line that is not a frame'])
    expect(frames).toEqual([])
    push(Buffer.from('garbage\n'))
    expect(faults).toHaveLength(1)
  })

  test('a line may be as long as the bound and no longer, finished or not', () => {
    const line = encodeFrame({ op: 'heartbeat' }).trimEnd()
    const fits = decoding(line.length)
    fits.push(Buffer.from(`${line}\n${line}\n`))
    expect([fits.frames.length, fits.faults]).toEqual([2, []])

    const over = [`a line of more than ${line.length - 1} bytes`]
    const finished = decoding(line.length - 1)
    finished.push(Buffer.from(`${line}\n`))
    expect([finished.frames, finished.faults]).toEqual([[], over])

    const endless = decoding(line.length - 1)
    for (const byte of Buffer.from(line)) endless.push(Buffer.of(byte))
    expect(endless.faults).toEqual(over)
  })
})
