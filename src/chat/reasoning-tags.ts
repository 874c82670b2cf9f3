import type { ReasoningTags } from '../core/answer.ts'

/** How a prompt leaves the model with its reasoning. */
export interface PromptReasoning {
  readonly tags: ReasoningTags
  /** The prompt has opened the block: what the model writes first is reasoning. */
  readonly opened: boolean
}

const THINK: ReasoningTags = { open: '<think>', close: '</think>', control: false }

/** The more particular before the more general, for some templates know the tags of others too. */
const TAGS: readonly ReasoningTags[] = [
  { open: '<|channel|>analysis<|message|>', close: '<|end|>', control: true },
  { open: '<|channel>thought\n', close: '<channel|>', control: true },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>', control: true },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>', control: true },
  { open: '<seed:think>', close: '</seed:think>', control: false },
  { open: '<mm:think>', close: '</mm:think>', control: false },
  { open: '[THINK]', close: '[/THINK]', control: true },
  { open: '<|think|>', close: '<|end|>', control: true },
  THINK,
  { open: 'Here are my reasoning steps:', close: '[BEGIN FINAL RESPONSE]', control: false },
  { open: 'Here is my thought process:', close: 'Here is my response:', control: false },
]

/** Tags that a template puts together, and what it does that with. */
const COMPOSED: readonly (readonly [sign: string, tags: ReasoningTags])[] = [
  ["open_tag('think')", { open: '<|open|>think<|sep|>', close: '<|close|>think<|sep|>', control: true }],
  ["'<think{}>'", { open: '<think:opensource>', close: '</think:opensource>', control: false }],
]

/** How models with this template mark what they think; `null` when nothing in it says that they do. */
export function reasoningTagsOf(template: string): ReasoningTags | null {
  const known = (text: string) => template.includes(text) || template.includes(text.replace('\n', '\\n'))
  const marked =
    TAGS.find(({ open, close }) => known(open) && known(close)) ?? COMPOSED.find(([sign]) => known(sign))?.[1]
  // Some leave the opening to the model and only take out of earlier turns what stands before the closing tag.
  return marked ?? (known(THINK.close) ? THINK : null)
}

/** Where this prompt leaves the model, `prefill` being the part of its answer that is there already. */
export function promptReasoning(tags: ReasoningTags | null, prompt: string, prefill: string): PromptReasoning | null {
  return tags && { tags, opened: isOpened(tags, prompt, prefill) }
}

/** Only the prompt's very end counts: further up, a tag is something that somebody wrote about. */
function isOpened({ open, close }: ReasoningTags, prompt: string, prefill: string): boolean {
  const begun = prefill.trim()
  const before = begun !== '' && prompt.endsWith(begun) ? prompt.slice(0, -begun.length) : prompt
  const block = (before.trimEnd().endsWith(open.trimEnd()) ? open : '') + begun
  return block.startsWith(open) && !block.includes(close)
}
