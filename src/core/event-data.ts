/** Characters of one line at most: whoever sends more of it sends no events. */
const MAX_LINE = 32 * 1024 * 1024

/** The `data` of each server-sent event in a body. Lines end as the standard has it: with CR, LF or both. Comments and other fields are passed over. Throws of a line without end. */
export async function* eventData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let unfinished: string[] = []
  let length = 0
  let data: string[] = []
  let returned = false
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true })
    // A line feed that follows in the next piece belongs to the carriage return before it.
    const text = returned && piece.startsWith('\n') ? piece.slice(1) : piece
    if (piece !== '') returned = piece.endsWith('\r')
    unfinished.push(text)
    length += text.length
    if (length > MAX_LINE) throw new Error(`a line of its events is longer than ${MAX_LINE} characters`)
    // A long line comes in many pieces, each of which is looked through once.
    if (!/[\r\n]/.test(text)) continue
    const lines = unfinished.join('').split(/\r\n?|\n/)
    const rest = lines.pop() ?? ''
    unfinished = [rest]
    length = rest.length
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
      if (line !== '' || data.length === 0) continue
      yield data.join('\n')
      data = []
    }
  }
}
