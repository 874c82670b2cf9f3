import type { Segment } from '../../core/event.ts'
import type { Heard } from './hear.ts'
import type { TranscriptUsage } from './response-schema.ts'

/** What was heard, as it grows. */
export class Transcript {
  readonly segments: Segment[] = []
  #text = ''
  #input = 0
  #output = 0
  #languages = new Map<string, number>()

  take(heard: Heard): void {
    if (heard.type === 'text') {
      this.#text += heard.text
      if (heard.segment) this.segments.push({ ...heard.segment, text: heard.text })
    } else if (heard.type === 'tokens') {
      this.#input += heard.input
      this.#output += heard.output
    } else {
      this.#languages.set(heard.code, (this.#languages.get(heard.code) ?? 0) + 1)
    }
  }

  get text(): string {
    return this.#text.trim()
  }

  /** The one that most pieces are in; `null`: nobody told. */
  get language(): string | null {
    return [...this.#languages].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
  }

  /** @param seconds of the whole sound, which is told where no tokens are */
  usage(seconds: number): TranscriptUsage {
    const [input_tokens, output_tokens] = [this.#input, this.#output]
    if (input_tokens === 0) return { type: 'duration', seconds }
    return { type: 'tokens', input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
  }
}
