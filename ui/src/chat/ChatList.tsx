import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useStore } from '../lib/store.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { chatList, moreChats, removeChat, searchChats } from './chat-list.ts'

const TYPING_MS = 200

/** The conversations that the server keeps, to be searched and gone on with. */
export function ChatList() {
  const { chats, hasMore, state, query } = useStore(chatList)
  const [text, setText] = useState('')
  const [place, go] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => void searchChats(text.trim()), text === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  const remove = async (id: string) => {
    await removeChat(id)
    if (place === `/chat/${id}`) go('/')
  }
  return (
    <section aria-label="Conversations" className="mt-3 flex min-h-0 flex-1 flex-col border-line border-t pt-3">
      <div className="flex items-center gap-1.5 px-3">
        <div className="relative flex-1">
          <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
          <input
            type="search"
            aria-label="Search conversations"
            placeholder="Search"
            className="h-8 w-full rounded-lg border border-line bg-raised pr-2 pl-8 text-sm placeholder:text-muted"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Link
          href="/"
          aria-label="New conversation"
          title="New conversation"
          className="inline-flex size-8 items-center justify-center rounded-lg border border-line bg-raised hover:bg-hover"
        >
          <Icon name="plus" />
        </Link>
      </div>
      <p role="status" className="px-4 pt-3 text-muted text-xs empty:hidden">
        {noteOf(state, chats.length, query)}
      </p>
      <ul className="mt-2 min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {chats.map(({ id, title }) => (
          <li key={id} className="group relative">
            <Link
              href={`/chat/${id}`}
              dir="auto"
              aria-current={place === `/chat/${id}` ? 'page' : undefined}
              className="block truncate rounded-lg py-1.5 pr-9 pl-2.5 text-sm hover:bg-hover aria-[current]:bg-hover aria-[current]:font-medium"
            >
              {title || 'Untitled'}
            </Link>
            <IconButton
              icon="trash"
              label={`Delete ${title || 'Untitled'}`}
              className="absolute! top-0 right-0.5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
              onClick={() => void remove(id)}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="px-4 py-2 text-left text-accent text-sm" onClick={() => void moreChats()}>
          Show older
        </button>
      )}
    </section>
  )
}

function noteOf(state: 'loading' | 'ready' | 'off' | 'failed', count: number, query: string): string {
  if (state === 'off') return 'This server keeps no conversations: they end with the page.'
  if (state === 'failed') return 'The conversations could not be read.'
  if (state === 'ready' && count === 0) return query === '' ? 'Nothing yet.' : 'Nothing found.'
  return ''
}
