import type { IncomingMessage } from 'node:http'
import type { ContractId } from '../core/products.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What a product's clients expect of ids: which of their own come back, and how a fresh one looks. */
interface IdManners {
  /** Harmless in a header, a log line and a shell. */
  readonly safe: RegExp
  fresh(newId: (prefix: string) => string): string
}

const OURS: IdManners = { safe: /^[\w.:-]{1,128}$/, fresh: (newId) => newId('req') }

/** `req-` and twelve digits in hex. */
const INFERBRIDGE: IdManners = { safe: /^[\w.-]{1,128}$/, fresh: (newId) => newId('req-').slice(0, 16) }

/** The caller's own id when it is safe to repeat, else a fresh one. */
export function requestId(
  request: IncomingMessage,
  newId: (prefix: string) => string,
  contract: ContractId = 'unified',
): string {
  const given = request.headers[REQUEST_ID_HEADER]
  const atInferbridge = contract === 'inferbridge' || request.url?.startsWith('/inferbridge/') === true
  const { safe, fresh } = atInferbridge ? INFERBRIDGE : OURS
  return typeof given === 'string' && safe.test(given) ? given : fresh(newId)
}
