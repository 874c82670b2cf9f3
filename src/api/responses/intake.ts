import type { Services } from '../services.ts'
import { decodeItems } from './decode-items.ts'
import type { ResponseDesk } from './desk.ts'
import type { Item } from './item.ts'
import type { InputFields } from './item-schema.ts'

interface ContextFields {
  readonly input?: InputFields | null | undefined
  readonly previous_response_id?: string | null | undefined
}

/**
 * What a request is made from: the items of the response it goes on from, and its own. Throws
 * `previous_response_not_found` and `invalid_value`.
 * @param contextAfter what a response that goes on from that one is made from
 */
export function contextOf(
  { newId }: Pick<Services, 'newId'>,
  desk: ResponseDesk,
  owner: string,
  { input, previous_response_id }: ContextFields,
  contextAfter = (id: string) => desk.contextAfter(owner, id),
): readonly Item[] {
  const before = previous_response_id ? contextAfter(previous_response_id) : []
  const own = decodeItems(input ?? [], { newId, find: (id) => desk.findItem(owner, id) })
  return [...before, ...own]
}
