import { expect, test } from 'vitest'
import { form } from '../../test/fakes/form.ts'
import { parseFormBody, requireForm } from './form-body.ts'

test('texts, files, and lists by their brackets', async () => {
  const file = new Blob([new Uint8Array([1, 2, 255])])
  const { payload, headers } = await form({ model: 'm', file, 'include[]': ['a'], twice: ['b', 'c'], text: 'ä\r\nb' })
  const read = await parseFormBody(payload, headers['content-type'])
  expect(read).toMatchObject({ model: 'm', include: ['a'], twice: ['b', 'c'], text: 'ä\r\nb' })
  expect(read.file).toBeInstanceOf(File)
  expect(new Uint8Array(await (read.file as File).arrayBuffer())).toEqual(new Uint8Array([1, 2, 255]))
})

test.each([0, 1, 20, 150])('a form that ends after %d bytes is refused', async (length) => {
  const { payload, headers } = await form({ file: new Blob(['abc'.repeat(100)]) })
  const cut = parseFormBody(payload.subarray(0, length), headers['content-type'])
  await expect(cut).rejects.toMatchObject({ code: 'invalid_form' })
})

test.each([undefined, '', 'application/json', 'multipart/form-data', 'multipart/mixed; boundary=x'])(
  'the content type %j is no form',
  (type) => {
    expect(() => requireForm(type)).toThrow('Send a form (multipart/form-data).')
  },
)
