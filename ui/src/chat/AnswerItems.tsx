import { type Item, textOf } from '../api/items.ts'
import { Markdown } from './markdown/Markdown.tsx'
import { Reasoning } from './Reasoning.tsx'
import { ToolCall } from './ToolCall.tsx'

interface AnswerItemsProps {
  readonly items: readonly Item[]
  readonly isGrowing: boolean
}

export function AnswerItems({ items, isGrowing }: AnswerItemsProps) {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of an answer are only ever added
    <AnswerItem key={item.type + index} item={item} isGrowing={isGrowing && index === items.length - 1} />
  ))
}

function AnswerItem({ item, isGrowing }: { readonly item: Item; readonly isGrowing: boolean }) {
  switch (item.type) {
    case 'reasoning':
      return <Reasoning text={textOf(item).trim()} isThinking={isGrowing} />
    case 'message':
      return <Markdown text={textOf(item)} isGrowing={isGrowing} />
    case 'function_call':
      return <ToolCall item={item} />
    case 'function_call_output':
      return null
  }
}
