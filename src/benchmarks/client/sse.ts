import { StringDecoder } from 'node:string_decoder'

/**
 * Cuts a stream of bytes into the data of server-sent events, however the bytes were cut on their way. Other fields
 * and comments are passed over. Nothing waits here, so that the time of an event is the time its bytes were read.
 * @param onData called within `feed`, once an event
 */
export function sseReader(onData: (data: string) => void): { feed(bytes: Uint8Array): void } {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let data: string[] = []

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (text.startsWith('data:')) {
      data.push(text.slice(text.startsWith('data: ') ? 6 : 5))
    }
  }
  return {
    feed(bytes) {
      const lines = (rest + decoder.write(bytes as Buffer)).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) line(text.endsWith('\r') ? text.slice(0, -1) : text)
    },
  }
}
