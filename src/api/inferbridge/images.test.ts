import sharp from 'sharp'
import { expect, test } from 'vitest'
import { says, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const MIB = 1024 * 1024

const models = [{ id: 'm', reply: says('Hello'), other: tokenizes }]

/** A picture of nothing; a bit a pixel, so that a large one is a small file. */
async function blank(width: number, height: number): Promise<string> {
  const pixels = sharp({ create: { width, height, channels: 3, background: 'white' } })
  const bytes = await pixels.toColourspace('b-w').png({ palette: true, colours: 2 }).toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

const ofBytes = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`

function server() {
  const { app } = fakeServer({ models, bodyLimitBytes: 100 * MIB })
  const ask = (path: string, payload: object) => app.inject({ method: 'POST', url: `/inferbridge/v1/${path}`, payload })
  const chat = (...urls: readonly string[]) => {
    const content = urls.map((url) => ({ type: 'image_url', image_url: { url } }))
    return ask('chat/completions', { model: 'm', messages: [{ role: 'user', content }] })
  }
  const respond = (...urls: readonly string[]) => {
    const content = urls.map((image_url) => ({ type: 'input_image', image_url }))
    return ask('responses', { model: 'm', input: [{ role: 'user', content }] })
  }
  return { chat, respond }
}

const SMALL = await blank(8, 8)

test.each([
  ['one over 10 MiB', async () => [ofBytes(10 * MIB + 1)], 'at most 10 MiB'],
  ['three of 9 MiB', async () => Array(3).fill(ofBytes(9 * MIB)), 'at most 24 MiB together'],
  ['five', async () => Array(5).fill(SMALL), 'at most 4 images'],
  ['one of more than 25 million pixels', async () => [await blank(5001, 5000)], 'at most 25000000 pixels'],
  ['two of 24 million pixels', async () => Array(2).fill(await blank(6000, 4000)), '40000000 pixels together'],
  ['one that is longer than 16384 pixels', async () => [await blank(16_385, 1)], 'at most 16384 pixels a side'],
  ['a PNG that is called a JPEG', async () => [SMALL.replace('png', 'jpeg')], 'what they are called'],
  ['what is no image', async () => ['data:image/png;base64,AAAA'], 'that can be read'],
  ['one that has to be fetched', async () => ['https://example.org/a.png'], 'nothing is fetched'],
])('%s is a 422 to chat and responses', async (_, images, words) => {
  const { chat, respond } = server()
  const urls = await images()
  for (const [answer, field] of [
    [await chat(...urls), 'messages'],
    [await respond(...urls), 'input'],
  ] as const) {
    expect([answer.statusCode, answer.json().detail[0].loc.slice(0, 2)]).toEqual([422, ['body', field]])
    expect(answer.json().detail[0].msg).toContain(words)
    expect(answer.body.length).toBeLessThan(2000)
  }
})

test('one that moves is a 422', async () => {
  const frame = { create: { width: 2, height: 2, channels: 3, background: 'red' } } as const
  const frames = [frame, { create: { ...frame.create, background: 'blue' } }]
  const images = await Promise.all(frames.map((each) => sharp(each).png().toBuffer()))
  const moving = await sharp(images, { join: { animated: true } })
    .webp()
    .toBuffer()
  const answer = await server().chat(`data:image/webp;base64,${moving.toString('base64')}`)
  expect([answer.statusCode, answer.json().detail[0].msg]).toEqual([422, expect.stringContaining('single frame')])
})

test('up to the limits, it is the model that refuses: it reads no images', async () => {
  for (const answer of [await server().chat(SMALL), await server().chat(await blank(5000, 5000))]) {
    expect([answer.statusCode, answer.json()]).toEqual([400, { detail: expect.any(String) }])
  }
})
