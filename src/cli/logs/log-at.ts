import type { z } from 'zod'
import type { logLineSchema, logPageSchema } from '../../api/logs/schema.ts'
import type { MISSED } from '../../api/telemetry/follow.ts'
import { eventData } from '../../core/event-data.ts'
import { ask, open } from '../models/remote-desk.ts'

export type ToldLine = z.infer<typeof logLineSchema> | typeof MISSED

export interface LogWish {
  readonly lines: string
  readonly level: string
  /** Go on until the server ends. */
  readonly follow: boolean
}

/** The log of a running server. Rejects as the server refuses, or with `upstream_error`. */
export async function* logAt(url: string, { follow, ...query }: LogWish): AsyncGenerator<ToldLine> {
  const path = `/v1/logs?${new URLSearchParams({ ...query, stream: String(follow) })}`
  if (follow) {
    for await (const data of eventData(await open(url, 'GET', path))) yield JSON.parse(data) as ToldLine
  } else {
    yield* (await ask<z.infer<typeof logPageSchema>>(url, 'GET', path)).data
  }
}
