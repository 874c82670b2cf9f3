import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { Item } from './item.ts'

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Items at most.'),
  order: z.enum(['asc', 'desc']).default('desc').describe('`desc`: the last item first.'),
  after: z.string().max(200).optional().describe('The item id to go on after.'),
})

export type PageQuery = z.infer<typeof pageQuery>

export interface ItemPage {
  readonly object: 'list'
  readonly data: readonly Item[]
  readonly first_id: string
  readonly last_id: string
  readonly has_more: boolean
}

/** Throws `invalid_value` about an `after` that names none of the items. */
export function page(items: readonly Item[], { limit, order, after }: PageQuery): ItemPage {
  const ordered = order === 'asc' ? items : items.toReversed()
  const start = after === undefined ? 0 : ordered.findIndex((item) => item.id === after) + 1
  if (after !== undefined && start === 0) {
    throw new TrivetError('invalid_value', { reason: `\`after\` names no item of this response: ${after}.` }, 'after')
  }
  const data = ordered.slice(start, start + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? '',
    last_id: data.at(-1)?.id ?? '',
    has_more: start + limit < ordered.length,
  }
}
