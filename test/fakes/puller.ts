import { TrivetError } from '../../src/core/errors.ts'
import type { StoredModel } from '../../src/models/catalogue/model.ts'
import type { PullOrder, PullWatch } from '../../src/models/pull/pull.ts'
import type { Puller } from '../../src/models/pull/puller.ts'

/** Pulls that do as the test says; without a word of it, there is nothing anywhere. */
export class FakePuller implements Puller {
  readonly orders: PullOrder[] = []
  readonly discarded: string[] = []
  found: Awaited<ReturnType<Puller['search']>> = []
  searched: Parameters<Puller['search']>[0] | null = null
  work: (order: PullOrder, watch: PullWatch) => Promise<StoredModel> = async () => {
    throw new TrivetError('source_not_found', { url: 'https://example.org/nothing' })
  }

  async pull(order: PullOrder, watch: PullWatch): Promise<StoredModel> {
    this.orders.push(order)
    return this.work(order, watch)
  }

  async discard(id: string): Promise<void> {
    this.discarded.push(id)
  }

  async search(wish: Parameters<Puller['search']>[0]): ReturnType<Puller['search']> {
    this.searched = wish
    return this.found
  }

  async close(): Promise<void> {}
}

/** A model of Trivet's own store, as a pull makes it. */
export function pulledModel(id: string, sizeBytes = 0): StoredModel {
  return {
    id,
    path: `/store/${id}`,
    source: 'trivet',
    owned: true,
    sizeBytes,
    modifiedMs: 0,
    attachments: {},
    facts: null,
    invalid: null,
    aliases: [],
    pinned: false,
  }
}
