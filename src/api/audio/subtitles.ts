/** What was said, and when, in seconds. */
export interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** SubRip: numbered, with a comma before the milliseconds. */
export function srt(lines: readonly Line[]): string {
  const blocks = lines.map(
    ({ text, start, end }, index) => `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text.trim()}\n\n`,
  )
  return blocks.join('')
}

/** WebVTT (W3C). */
export function vtt(lines: readonly Line[]): string {
  const blocks = lines.map(({ text, start, end }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${text.trim()}\n\n`)
  return `WEBVTT\n\n${blocks.join('')}`
}

/** `01:02:03,456`. */
function clock(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(ms % 1000).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${point}${rest}`
}
