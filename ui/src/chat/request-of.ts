import type { Turn } from '../api/chats.ts'
import type { Item } from '../api/items.ts'
import type { ResponseRequest } from '../api/responses.ts'
import { wordsOf } from '../lib/words.ts'
import type { ChatSettings } from './settings.ts'

/** The request that these turns are answered by. Throws an `Error` in words about tools that are no JSON. */
export function requestOf(model: string, path: readonly Turn[], settings: ChatSettings): ResponseRequest {
  const { effort, truncation = 'auto', ...sampling } = settings.parameters
  const tools = readTools(settings.tools)
  return {
    model,
    ...(settings.instructions.trim() !== '' && { instructions: settings.instructions }),
    input: path.flatMap(inputOf),
    ...sampling,
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(tools.length > 0 && { tools }),
    truncation,
  }
}

/** What goes on from a turn: what was said and called, without what was thought, and without ids of items stored elsewhere. */
function inputOf({ items }: Turn): readonly Item[] {
  return items
    .filter((item) => item.type !== 'reasoning')
    .map(({ id: _, ...item }: Item & { id?: string }) => plain(item as Item))
}

function plain(item: Item): Item {
  if (item.type !== 'message') return item
  const content = item.content.map((part) =>
    part.type === 'output_text' ? ({ type: 'output_text', text: part.text } as const) : part,
  )
  return { type: 'message', role: item.role, content }
}

export function readTools(text: string): readonly object[] {
  if (text.trim() === '') return []
  let tools: unknown
  try {
    tools = JSON.parse(text)
  } catch (error) {
    throw new Error(`The tools are no JSON: ${wordsOf(error)}`)
  }
  if (!Array.isArray(tools)) throw new Error('The tools must be a list: [ … ].')
  return tools
}
