import { type Chat, deleteChat, listChats } from '../api/chats.ts'
import { ApiError } from '../api/request.ts'
import { createStore } from '../lib/store.ts'

interface ChatList {
  readonly chats: readonly Chat[]
  readonly query: string
  readonly hasMore: boolean
  /** `off`: the server keeps none. */
  readonly state: 'loading' | 'ready' | 'off' | 'failed'
}

export const chatList = createStore<ChatList>({ chats: [], query: '', hasMore: false, state: 'loading' })

let asking: AbortController | null = null

export async function searchChats(query: string): Promise<void> {
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  try {
    const { data, has_more } = await listChats(query, null, signal)
    chatList.set({ chats: data, query, hasMore: has_more, state: 'ready' })
  } catch (error) {
    if (signal.aborted) return
    const isOff = error instanceof ApiError && error.code === 'chats_off'
    chatList.update((list) => ({ ...list, query, state: isOff ? 'off' : 'failed' }))
  }
}

export async function moreChats(): Promise<void> {
  const { chats, query } = chatList.get()
  const { data, has_more } = await listChats(query, chats.at(-1)?.id ?? null)
  chatList.update((list) => (list.query === query ? { ...list, chats: [...chats, ...data], hasMore: has_more } : list))
}

/** Puts one on top, as it is now. */
export function showChat(chat: Chat): void {
  chatList.update((list) => ({ ...list, chats: [chat, ...list.chats.filter(({ id }) => id !== chat.id)] }))
}

/** Shows one as it is now, where it is. */
export function refreshChat(chat: Chat): void {
  chatList.update((list) => ({ ...list, chats: list.chats.map((each) => (each.id === chat.id ? chat : each)) }))
}

export async function removeChat(id: string): Promise<void> {
  await deleteChat(id)
  forgetChat(id)
}

/** One that the server has no more. */
export function forgetChat(id: string): void {
  chatList.update((list) => ({ ...list, chats: list.chats.filter((chat) => chat.id !== id) }))
}
