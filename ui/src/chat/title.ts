import { type Item, textOf } from '../api/items.ts'

const LONGEST = 60

/** What a conversation is called that begins with this: its first line, cut between words. */
export function titleOf(items: readonly Item[]): string {
  const line = items.map(textOf).join(' ').trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? ''
  if (line === '') return 'Attachment'
  if (line.length <= LONGEST) return line
  const cut = line.slice(0, LONGEST)
  const end = cut.lastIndexOf(' ')
  return `${end > LONGEST / 2 ? cut.slice(0, end) : cut}…`
}
