import { z } from 'zod'
import type { Endpoint } from '../../endpoint.ts'

const COMMON = { tag: 'InferBridge', errors: 'inferbridge' } as const

/** What the routes that only InferBridge has say of themselves. */
export const READS = { ...COMMON, scope: 'read' } as const
export const MANAGES = { ...COMMON, scope: 'manage' } as const
export const OPEN = { ...COMMON, scope: 'open' } as const

/** Its answers are told in the contract's page, not in the OpenAPI document, where our own routes are. */
export function answers(description: string): Endpoint['responses'] {
  return { 200: { description, content: { 'application/json': z.unknown() } } }
}

export const NO_STORE = { 'cache-control': 'no-store' } as const
