import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { Clock } from '../../core/clock.ts'

const MAX_LINES = 200
const MAX_LINE_CHARS = 1000

/** The last lines a child's native code printed, without terminal colours, bounded whatever it prints. */
export interface LogRing {
  /** A writer for one stream; each keeps its own unfinished line, so two streams don't cut into each other. */
  writer(): (chunk: Buffer) => void
  /** Oldest first, unfinished lines last. Blank lines are left out. */
  lines(): string[]
  /** Those of the last `ms` milliseconds; unfinished ones count as of now. */
  recent(ms: number): string[]
  lastLine(): string
}

/** @param onLine called with each finished line as it comes */
export function createLogRing(clock: Pick<Clock, 'elapsed'>, onLine: (line: string) => void = () => {}): LogRing {
  const kept: { readonly line: string; readonly at: number }[] = []
  const tails: (() => string)[] = []

  function keep(raw: string) {
    const line = clean(raw)
    if (line === '') return
    onLine(line)
    kept.push({ line, at: clock.elapsed() })
    if (kept.length > MAX_LINES) kept.shift()
  }

  function since(time: number) {
    const unfinished = tails.map((tail) => clean(tail())).filter((line) => line !== '')
    return [...kept.filter(({ at }) => at >= time).map(({ line }) => line), ...unfinished]
  }

  function lines() {
    return since(0)
  }

  return {
    writer() {
      const decoder = new StringDecoder('utf8')
      let tail = ''
      tails.push(() => tail)
      return (chunk) => {
        const parts = (tail + decoder.write(chunk)).split(/[\r\n]+/)
        // A line without end, such as a row of progress dots, must not grow for ever.
        tail = (parts.pop() ?? '').slice(0, MAX_LINE_CHARS)
        parts.forEach(keep)
      }
    },
    lines,
    recent: (ms) => since(clock.elapsed() - ms),
    lastLine: () => lines().at(-1) ?? '',
  }
}

function clean(raw: string): string {
  return stripVTControlCharacters(raw).trimEnd().slice(0, MAX_LINE_CHARS)
}
