import type { AnswerPart, CallReader } from '../../core/answer.ts'
import { firstOf, openEnd } from '../../core/partial-match.ts'

/**
 * A piece of parser that pauses (`yield`) whenever it needs more text than there is yet. Formats are written as
 * ordinary recursive descent, and still read text that comes in pieces.
 */
export type Scan<T = void> = Generator<void, T, void>

/** The model's text so far, a place in it, and the parts found before that place. */
export class Source {
  /** Where reading goes on, in UTF-16 units. */
  at = 0
  /** Calls begun so far. */
  calls = 0
  #text = ''
  #ended = false
  #parts: AnswerPart[] = []

  feed(text: string): void {
    this.#text += text
  }

  close(): void {
    this.#ended = true
  }

  takeParts(): readonly AnswerPart[] {
    return this.#parts.splice(0)
  }

  /** All text from `from` up to where reading is. */
  since(from: number): string {
    return this.#text.slice(from, this.at)
  }

  say(text: string, from: number): void {
    const last = this.#parts.at(-1)
    if (last?.type === 'text' && last.from + last.text.length === from) {
      this.#parts[this.#parts.length - 1] = { ...last, text: last.text + text }
    } else if (text !== '') this.#parts.push({ type: 'text', text, from })
  }

  startCall(name: string): void {
    this.calls++
    this.#parts.push({ type: 'call-start', name })
  }

  addArguments(text: string): void {
    const last = this.#parts.at(-1)
    if (last?.type === 'call-arguments') {
      this.#parts[this.#parts.length - 1] = { ...last, text: last.text + text }
    } else if (text !== '') this.#parts.push({ type: 'call-arguments', text })
  }

  endCall(): void {
    this.#parts.push({ type: 'call-end' })
  }

  /** The unit at hand, not consumed; empty at the end. */
  *peek(): Scan<string> {
    while (this.at >= this.#text.length && !this.#ended) yield
    return this.#text.charAt(this.at)
  }

  /** Consumes one unit. */
  *next(): Scan<string> {
    const unit = yield* this.peek()
    this.at += unit.length
    return unit
  }

  *skipSpace(): Scan {
    while (/^\s$/.test(yield* this.peek())) this.at++
  }

  /** Consumes `expected` if that is what comes. */
  *take(expected: string): Scan<boolean> {
    while (true) {
      const rest = this.#text.slice(this.at, this.at + expected.length)
      if (rest === expected) {
        this.at += expected.length
        return true
      }
      if (this.#ended || !expected.startsWith(rest)) return false
      yield
    }
  }

  /**
   * Consumes up to and including the first of the markers and tells which it was; `null` when the text ends without
   * one. What lies before it goes to `sink` as soon as it is certain, with its place.
   */
  *until(markers: readonly string[], sink: (text: string, from: number) => void): Scan<string | null> {
    while (true) {
      const rest = this.#text.slice(this.at)
      const found = firstOf(rest, markers)
      const open = found || this.#ended ? 0 : openEnd(rest, markers)
      const certain = found ? found.at : rest.length - open
      if (certain > 0) sink(rest.slice(0, certain), this.at)
      this.at += certain
      if (found) {
        this.at += found.needle.length
        return found.needle
      }
      if (this.#ended) return null
      yield
    }
  }

  /** As `until`, whole. */
  *upTo(markers: readonly string[]): Scan<{ readonly text: string; readonly marker: string | null }> {
    let text = ''
    const marker = yield* this.until(markers, (piece) => {
      text += piece
    })
    return { text, marker }
  }

  /** Consumes text as far as the answer goes, saying it, up to the first of the markers. */
  *sayUntil(markers: readonly string[]): Scan<string | null> {
    return yield* this.until(markers, (text, from) => this.say(text, from))
  }
}

/** A reader that runs this scan over the text. */
export function readerOf(scan: (source: Source) => Scan): CallReader {
  const source = new Source()
  const running = scan(source)
  const advance = () => {
    running.next()
    return source.takeParts()
  }
  return {
    write(text) {
      source.feed(text)
      return advance()
    },
    end() {
      source.close()
      return advance()
    },
  }
}
