/** One server-sent event. */
export interface ServerEvent {
  /** `message` where the event has no name, as the standard has it. */
  readonly name: string
  readonly data: string
}

/** The events of a whole stream, read as the HTML standard has it; comments are passed over. */
export function serverEvents(text: string): ServerEvent[] {
  const blocks = text.split(/(?:\r\n|\r|\n){2}/)
  return blocks.flatMap((block) => {
    const fields = block.split(/\r\n|\r|\n/).map(field)
    const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value)
    const name = fields.findLast((each) => each.name === 'event')?.value ?? 'message'
    return data.length === 0 ? [] : [{ name, data: data.join('\n') }]
  })
}

function field(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}
