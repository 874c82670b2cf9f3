import type { ReasoningTags } from '../core/answer.ts'
import { firstOf, openEnd } from '../core/partial-match.ts'

/** A piece of a model's text. `tag` is an opening or closing tag with the white space before it. */
export interface Segment {
  readonly kind: 'answer' | 'reasoning' | 'tag'
  readonly text: string
}

/** Tells reasoning from answer by the tags between them, wherever the text is cut. Nothing is lost or changed. */
export class TagSplitter {
  readonly #tags: ReasoningTags
  #place: 'start' | 'inside' | 'outside' = 'start'
  /** The prompt opened the block: an opening tag of the model's own only repeats it. */
  readonly #opened: boolean
  #held = ''

  constructor(tags: ReasoningTags, opened: boolean) {
    this.#tags = tags
    this.#opened = opened
  }

  /** Whether the text so far ends inside reasoning. */
  get inside(): boolean {
    return this.#place === 'inside' || (this.#place === 'start' && this.#opened)
  }

  write(text: string): readonly Segment[] {
    this.#held += text
    const segments: Segment[] = []
    for (let one = this.#next(); one; one = this.#next()) segments.push(one)
    return segments.filter((segment) => segment.text !== '')
  }

  /** The text is over. What a limit cut in the middle of a tag is a tag as well. */
  end(cut: boolean): readonly Segment[] {
    const text = this.#held
    this.#held = ''
    if (text === '') return []
    return [{ kind: cut && text.trim() !== '' ? 'tag' : this.inside ? 'reasoning' : 'answer', text }]
  }

  /** The next segment that is certain; `null` when it takes more text to tell. */
  #next(): Segment | null {
    if (this.#place === 'start') return this.#opening()
    const { open, close, control } = this.#tags
    const inside = this.#place === 'inside'
    const wanted = inside ? [close] : control ? [open] : []
    const found = firstOf(this.#held, wanted)
    if (found?.at === 0) {
      this.#place = inside ? 'outside' : 'inside'
      return this.#cut('tag', found.needle.length)
    }
    const certain = found ? found.at : this.#held.length - openEnd(this.#held, wanted)
    return certain === 0 ? null : this.#cut(inside ? 'reasoning' : 'answer', certain)
  }

  #opening(): Segment | null {
    const { open } = this.#tags
    const text = this.#held.trimStart()
    const space = this.#held.length - text.length
    if (text.startsWith(open)) {
      this.#place = 'inside'
      return this.#cut('tag', space + open.length)
    }
    if (open.startsWith(text)) return null
    this.#place = this.#opened ? 'inside' : 'outside'
    return { kind: 'tag', text: '' }
  }

  #cut(kind: Segment['kind'], length: number): Segment {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return { kind, text }
  }
}
