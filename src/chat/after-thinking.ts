import type { ReasoningTags } from '../core/answer.ts'
import { choice, type GrammarPart, literal, sequence } from './grammar/index.ts'
import { space, upTo } from './tools/language.ts'

/** How thinking stands where the model begins to write. `closed`: it has just ended. */
export interface Thinking {
  readonly tags: ReasoningTags
  readonly state: 'possible' | 'opened' | 'closed'
}

/** What a model is held to once it begins its answer: formats have other words for it after reasoning. */
export interface Beginnings {
  readonly first: GrammarPart
  readonly afterReasoning: GrammarPart
}

/** A grammar from where the model begins to write: it may think as it likes, and then keeps to what is asked. */
export function afterThinking({ first, afterReasoning }: Beginnings, thinking: Thinking | null): GrammarPart {
  if (!thinking) return first
  const { tags, state } = thinking
  const after = sequence(space, afterReasoning)
  const closing = sequence(upTo(tags.close), after)
  switch (state) {
    case 'closed':
      return after
    case 'opened':
      return closing
    case 'possible':
      return choice(first, sequence(literal(tags.open), closing))
  }
}
