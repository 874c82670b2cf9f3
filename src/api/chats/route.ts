import { TrivetError } from '../../core/errors.ts'
import type { Chat, ChatStore } from '../../store/chats.ts'
import { type Endpoint, json, jsonDoc } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { decodeTurn, encodeChat, encodeTurn } from './encode.ts'
import {
  type ChatChangeFields,
  type ChatFields,
  type ChatQuery,
  chatChangeSchema,
  chatListSchema,
  chatQuery,
  chatRequestSchema,
  chatSchema,
  deletedChatsSchema,
  type TurnFields,
  turnRequestSchema,
  turnSchema,
  wholeChatSchema,
} from './schema.ts'

const params = { chat_id: 'The id of a conversation.' }

/** Conversations as trees of turns, kept for whoever talks through several programs: the web page does. */
export function chatEndpoints({ chats, newId }: Services) {
  const common = { scope: 'inference', tag: 'Conversations' } as const
  const kept = () => {
    if (chats === null) throw new TrivetError('chats_off')
    return chats
  }
  const known = (id: string, chat: Chat | null): Chat => {
    if (chat === null) throw new TrivetError('chat_not_found', { id })
    return chat
  }

  const list: Endpoint<unknown, ChatQuery> = {
    ...common,
    method: 'GET',
    path: '/v1/chats',
    summary: 'List the conversations',
    description: 'Those of this key, the latest first; without their turns.',
    query: chatQuery,
    responses: { 200: jsonDoc('The conversations.', chatListSchema) },
    handle: ({ owner, query: { query, limit, after = null } }) => {
      if (after !== null && kept().find(owner, after) === null) {
        throw new TrivetError(
          'invalid_value',
          { reason: `\`after\` names no conversation of yours: ${after}.` },
          'after',
        )
      }
      const found = kept().list(owner, { text: query, limit: limit + 1, after })
      return json({ object: 'list', data: found.slice(0, limit).map(encodeChat), has_more: found.length > limit })
    },
  }
  const create: Endpoint<ChatFields> = {
    ...common,
    method: 'POST',
    path: '/v1/chats',
    summary: 'Begin a conversation',
    body: chatRequestSchema,
    responses: { 200: jsonDoc('The conversation.', chatSchema) },
    handle: ({ owner, body: { title, settings } }) => {
      const chat = kept().create(owner, { id: newId('chat'), title: title ?? '', settings: settings ?? {} })
      if (chat === null) throw new TrivetError('chats_full')
      return json(encodeChat(chat))
    },
  }
  const clear: Endpoint = {
    ...common,
    method: 'DELETE',
    path: '/v1/chats',
    summary: 'Delete all conversations',
    description: 'Those of this key.',
    responses: { 200: jsonDoc('They are gone.', deletedChatsSchema) },
    handle: ({ owner }) => json({ object: 'chat.deleted', deleted: kept().clear(owner) }),
  }
  const read: Endpoint = {
    ...common,
    method: 'GET',
    path: '/v1/chats/:chat_id',
    params,
    summary: 'Read a conversation',
    responses: { 200: jsonDoc('The conversation, with its turns.', wholeChatSchema) },
    handle: ({ owner, params: { chat_id: id = '' } }) => {
      const chat = known(id, kept().find(owner, id))
      return json({ ...encodeChat(chat), turns: kept().turns(owner, id).map(encodeTurn) })
    },
  }
  const change: Endpoint<ChatChangeFields> = {
    ...common,
    method: 'POST',
    path: '/v1/chats/:chat_id',
    params,
    summary: 'Change a conversation',
    body: chatChangeSchema,
    responses: { 200: jsonDoc('The conversation.', chatSchema) },
    handle: ({ owner, params: { chat_id: id = '' }, body }) => {
      if (body.leaf) requireTurn(kept(), owner, id, body.leaf, 'leaf')
      const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined)
      return json(encodeChat(known(id, kept().change(owner, id, Object.fromEntries(given)))))
    },
  }
  const remove: Endpoint = {
    ...common,
    method: 'DELETE',
    path: '/v1/chats/:chat_id',
    params,
    summary: 'Delete a conversation',
    responses: { 200: jsonDoc('It is gone.', deletedChatsSchema) },
    handle: ({ owner, params: { chat_id: id = '' } }) => {
      if (!kept().delete(owner, id)) throw new TrivetError('chat_not_found', { id })
      return json({ object: 'chat.deleted', deleted: 1 })
    },
  }
  const keep: Endpoint<TurnFields> = {
    ...common,
    method: 'POST',
    path: '/v1/chats/:chat_id/turns',
    params,
    summary: 'Keep a turn of a conversation',
    description: 'A further one, or the newer state of one that is there. The conversation is then left at it.',
    body: turnRequestSchema,
    responses: { 200: jsonDoc('The turn.', turnSchema) },
    handle: ({ owner, params: { chat_id: id = '' }, body }) => {
      const turn = decodeTurn(body.id ?? newId('turn'), body)
      requirePlace(kept(), owner, id, turn.id, body.parent ?? null)
      const done = kept().keep(owner, id, turn)
      if (done === 'absent') throw new TrivetError('chat_not_found', { id })
      if (done === 'full') throw new TrivetError('chats_full')
      return json(encodeTurn(turn))
    },
  }
  return [list, create, clear, read, change, remove, keep] as const
}

/** A turn goes on from one that is there, and stays where it is: so a conversation is a tree. */
function requirePlace(chats: ChatStore, owner: string, chat: string, turn: string, parent: string | null): void {
  const before = chats.turn(owner, chat, turn)
  if (before !== null) {
    const { parent: place = null } = before.body as { readonly parent?: string | null }
    if (place === parent) return
    throw new TrivetError(
      'invalid_value',
      { reason: `The turn \`${turn}\` goes on from another, and stays there.` },
      'parent',
    )
  }
  if (parent !== null) requireTurn(chats, owner, chat, parent, 'parent')
}

function requireTurn(chats: ChatStore, owner: string, chat: string, turn: string, field: string): void {
  if (chats.find(owner, chat) === null || chats.turn(owner, chat, turn) !== null) return
  const reason = `\`${field}\` is ${JSON.stringify(turn.slice(0, 100))}, which is no turn of this conversation.`
  throw new TrivetError('invalid_value', { reason }, field)
}
