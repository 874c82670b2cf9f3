import type { Item } from './items.ts'
import { requestJson } from './request.ts'

export type TurnStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

export interface Usage {
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  readonly reasoning_tokens: number
}

export interface Timing {
  /** Seconds since the Unix epoch. */
  readonly started_at: number
  readonly first_token_ms: number | null
  readonly total_ms: number | null
}

export interface Turn {
  readonly id: string
  readonly parent: string | null
  readonly role: 'user' | 'assistant'
  readonly items: readonly Item[]
  readonly status: TurnStatus
  readonly model: string | null
  readonly response_id: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly usage: Usage | null
  readonly timing: Timing | null
}

export interface Chat {
  readonly id: string
  readonly title: string
  readonly created_at: number
  readonly updated_at: number
  readonly settings: Readonly<Record<string, unknown>>
  readonly leaf: string | null
}

export interface WholeChat extends Chat {
  readonly turns: readonly Turn[]
}

export interface ChatPage {
  readonly data: readonly Chat[]
  readonly has_more: boolean
}

export function listChats(query: string, after: string | null, signal?: AbortSignal): Promise<ChatPage> {
  const search = new URLSearchParams({ query, ...(after !== null && { after }) })
  return requestJson(`v1/chats?${search}`, { signal })
}

export function readChat(id: string, signal?: AbortSignal): Promise<WholeChat> {
  return requestJson(`v1/chats/${encodeURIComponent(id)}`, { signal })
}

export function createChat(title: string, settings: object): Promise<Chat> {
  return requestJson('v1/chats', { body: { title, settings } })
}

export function changeChat(id: string, change: { title?: string; settings?: object; leaf?: string }): Promise<Chat> {
  return requestJson(`v1/chats/${encodeURIComponent(id)}`, { body: change })
}

export function keepTurn(chat: string, turn: Turn): Promise<Turn> {
  return requestJson(`v1/chats/${encodeURIComponent(chat)}/turns`, { body: turn })
}

export async function deleteChat(id: string): Promise<void> {
  await requestJson(`v1/chats/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
