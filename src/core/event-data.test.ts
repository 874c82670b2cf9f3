import { expect, it } from 'vitest'
import { eventData } from './event-data.ts'

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const BODY = ': ping\n\ndata: {"a":"é"}\r\n\r\nevent: x\ndata:one\ndata: two\n\n: ping\n\ndata: [DONE]\n\ndata: cut'

it.each([1, 2, 3, 7, 1000])('reads events cut into pieces of %d bytes', async (size) => {
  const seen: string[] = []
  for await (const data of eventData(inPieces(BODY, size))) seen.push(data)
  expect(seen).toEqual(['{"a":"é"}', 'one\ntwo', '[DONE]'])
})

it.each(['\r', '\n', '\r\n'])('takes %j for the end of a line, wherever it is cut', async (end) => {
  for (const size of [1, 2, 3, 7, 1000]) {
    const seen: string[] = []
    const body = ['data: a', 'data: b', '', '', 'data: c', '', 'data: cut'].join(end)
    for await (const data of eventData(inPieces(body, size))) seen.push(data)
    expect(seen).toEqual(['a\nb', 'c'])
  }
})
