import { describe, expect, test } from 'vitest'
import { readSource } from './source.ts'

const read = (source: string, kind: 'image' | 'audio' = 'image') => readSource({ kind, source, param: 'p' })
const bytes = { type: 'bytes', bytes: Buffer.from([0xfb, 0xff, 0x01]) }

describe('a source', () => {
  test.each([
    ['data:image/png;base64,+/8B'],
    ['DATA:IMAGE/PNG;BASE64,+/8B'],
    ['data:;base64,+/8B'],
    ['data:application/octet-stream;base64,+/8B'],
    ['data:image/png;charset=utf-8;base64,-_8B'],
    ['data:image/png;base64,+/\r\n8B\n'],
    ['+/8B'],
  ])('%j is bytes', (source) => {
    expect(read(source)).toEqual(bytes)
  })

  test.each([
    ['/srv/a.png', '/srv/a.png'],
    ['./a.png', './a.png'],
    ['../a.png', '../a.png'],
    ['C:\\pictures\\a.png', 'C:\\pictures\\a.png'],
    ['file:///srv/a%20b.png', '/srv/a b.png'],
    ['FILE://localhost/srv/a.png', '/srv/a.png'],
  ])('%s is a path', (source, path) => {
    expect(read(source)).toEqual({ type: 'file', path })
  })

  test('a JPEG in base64 begins with a slash and is no path', () => {
    expect(read('/9j/4AAQ')).toMatchObject({ type: 'bytes' })
  })

  test.each(['http://example.com/a.png', 'HTTPS://example.com/a.png'])('%s is an address', (url) => {
    expect(read(url)).toEqual({ type: 'web', url })
  })

  test.each([
    ['data:image/png,abc', 'has a data URL that is not in base64'],
    ['data:text/html;base64,AAAA', 'has a data URL of the type text/html'],
    ['data:audio/wav;base64,AAAA', 'has a data URL of the type audio/wav'],
    ['data:image/png;base64,', 'has no data'],
    ['data:image/png;base64,***', 'is neither base64 nor a data URL'],
    ['ftp://example.com/a.png', 'is neither base64 nor a data URL'],
    ['file://elsewhere/a.png', 'has a file URL that names another machine'],
  ])('%s is refused', (source, reason) => {
    expect(() => read(source)).toThrow(`\`p\` ${reason}.`)
  })
})
