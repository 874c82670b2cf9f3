import type { ReasoningTags } from '../core/answer.ts'
import type { EngineEvent, ReasoningDelta, TextDelta, Usage } from '../core/event.ts'
import { LogprobLedger } from './logprob-ledger.ts'
import type { EventTransform } from './stop-strings.ts'
import { type Segment, TagSplitter } from './tag-splitter.ts'

export interface ReasoningOptions {
  readonly tags: ReasoningTags
  /** The prompt has opened the block already. */
  readonly opened: boolean
  /** Leave everything where it stands: tags and white space stay, as part of the reasoning. */
  readonly verbatim: boolean
}

/**
 * Makes `reasoning-delta` of what the model thinks: the tags go, and the white space beside them. What may still become
 * a tag is held back until it can't; a tag that a limit cut in two is never shown. The `usage` tells how many tokens
 * were reasoning, tags included.
 */
export function reasoning(options: ReasoningOptions): EventTransform {
  const separator = new Separator(options)
  let usage: Usage | null = null
  return (event) => {
    switch (event.type) {
      case 'text-delta':
        return separator.delta(event)
      case 'usage':
        usage = event
        return []
      case 'finish': {
        const rest = separator.end(event.reason === 'length')
        // An engine that tells reasoning apart by itself has counted its own.
        const reasoningTokens = separator.reasoningTokens + (usage?.reasoningTokens ?? 0)
        return [...rest, ...(usage ? [{ ...usage, reasoningTokens }] : []), event]
      }
      default:
        return [event]
    }
  }
}

class Separator {
  /** Tokens of reasoning and its tags so far. */
  reasoningTokens = 0
  readonly #splitter: TagSplitter
  readonly #verbatim: boolean
  readonly #ledger = new LogprobLedger()
  /** Where the next segment begins, in UTF-16 units of the whole text. */
  #at = 0
  /** Tokens counted whose text is still held back. */
  #tokens = 0
  /** White space after what was thought, shown only if more is thought. */
  #space = ''
  /** Only white space since the last tag. */
  #fresh: boolean

  constructor({ tags, opened, verbatim }: ReasoningOptions) {
    this.#splitter = new TagSplitter(tags, opened)
    this.#verbatim = verbatim
    this.#fresh = opened
  }

  delta({ text, tokens, logprobs }: TextDelta): readonly EngineEvent[] {
    const wasInside = this.#splitter.inside
    this.#ledger.add(text, logprobs)
    this.#tokens += tokens
    const segments = this.#splitter.write(text)
    if (segments.length === 0 && text !== '') return []
    const thought = wasInside || segments.some((segment) => segment.kind !== 'answer')
    if (thought) this.reasoningTokens += this.#tokens
    return this.#events(segments, thought)
  }

  end(cut: boolean): readonly EngineEvent[] {
    const inside = this.#splitter.inside
    const segments = this.#splitter.end(cut)
    if (inside) this.reasoningTokens += this.#tokens
    const events = this.#events(segments, inside)
    const textless = inside && !this.#verbatim ? {} : this.#ledger.takeRest()
    return textless.logprobs ? [...events, { type: 'text-delta', text: '', tokens: 0, ...textless }] : events
  }

  /** The segments as events, of which the first has the tokens and is of the kind that they count as. */
  #events(segments: readonly Segment[], thought: boolean): readonly EngineEvent[] {
    const shown = segments.flatMap((segment) => this.#event(segment))
    const [first, ...others] = shown
    const tokens = this.#tokens
    this.#tokens = 0
    if (first && (first.type === 'reasoning-delta') === thought) return [{ ...first, tokens }, ...others]
    if (tokens === 0) return shown
    return [{ type: thought ? 'reasoning-delta' : 'text-delta', text: '', tokens }, ...shown]
  }

  #event({ kind, text }: Segment): readonly (TextDelta | ReasoningDelta)[] {
    const from = this.#at
    this.#at += text.length
    if (kind === 'answer') {
      const skipped = this.#fresh && !this.#verbatim ? text.length - text.trimStart().length : 0
      if (skipped === text.length) return []
      this.#fresh = false
      const logprobs = this.#ledger.take(from + skipped, this.#at)
      return [{ type: 'text-delta', text: text.slice(skipped), tokens: 0, ...logprobs }]
    }
    if (this.#verbatim) return [{ type: 'reasoning-delta', text, tokens: 0, ...this.#ledger.take(from, this.#at) }]
    if (kind === 'tag') {
      this.#fresh = true
      this.#space = ''
      return []
    }
    const words = this.#fresh ? text.trimStart() : this.#space + text
    const shown = words.trimEnd()
    if (shown !== '') this.#fresh = false
    this.#space = this.#fresh ? '' : words.slice(shown.length)
    return shown === '' ? [] : [{ type: 'reasoning-delta', text: shown, tokens: 0 }]
  }
}
