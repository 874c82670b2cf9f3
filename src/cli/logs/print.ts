import type { ToldLine } from './log-at.ts'

/** A line for people: when, how important, what, and whatever else it says. */
export function printedLine(line: ToldLine): string {
  if (line.type === 'missed') return `(${line.message})`
  const { timestamp, level, message, request_id: request, fields } = line
  const said = Object.entries({ ...(request !== null && { request }), ...fields })
  const rest = said.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return [new Date(timestamp * 1000).toISOString(), level.toUpperCase().padEnd(5), message, ...rest].join(' ')
}
