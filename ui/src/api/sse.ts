/** What comes of a stream of server-sent events: each one's data, as JSON. */
export async function* readEvents<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      const frames = (rest + value).split(/\r?\n\r?\n/)
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const data = dataOf(frame)
        if (data !== '' && data !== '[DONE]') yield JSON.parse(data) as T
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The lines of data of one event, joined; empty for a comment. */
function dataOf(frame: string): string {
  const lines = frame.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')
}
