import type { Turn } from '../api/chats.ts'
import { textOf } from '../api/items.ts'

/** For those who hear the page: that an answer is being written, and then the answer, once and whole. */
export function Spoken({ path }: { readonly path: readonly Turn[] }) {
  const last = path.at(-1)
  return (
    <div role="status" className="sr-only">
      {last?.role === 'assistant' && (last.status === 'in_progress' ? 'Writing…' : last.items.map(textOf).join('\n'))}
    </div>
  )
}
