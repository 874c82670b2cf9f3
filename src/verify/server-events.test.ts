import { expect, test } from 'vitest'
import { serverEvents } from './server-events.ts'

test('names, several lines of data, and any space or none after the colon', () => {
  const text = ': ping\n\ndata:a\ndata: b\n\nevent: error\ndata:  c\r\n\r\nid: 1\n\ndata'
  expect(serverEvents(text)).toEqual([
    { name: 'message', data: 'a\nb' },
    { name: 'error', data: ' c' },
    { name: 'message', data: '' },
  ])
})
