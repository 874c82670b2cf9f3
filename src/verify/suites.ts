import type { ContractId } from '../core/products.ts'
import type { Check } from './check.ts'
import { GENIEX_CHECKS } from './geniex/checks.ts'
import { INFERBRIDGE_CHECKS } from './inferbridge/checks.ts'
import { LLAMAPI_CHECKS } from './llamapi/checks.ts'
import { UNIFIED_CHECKS } from './unified/checks.ts'

/** Every promise of each contract that can be looked into from outside. */
export const SUITES: Readonly<Record<ContractId, readonly Check[]>> = {
  unified: UNIFIED_CHECKS,
  geniex: GENIEX_CHECKS,
  inferbridge: INFERBRIDGE_CHECKS,
  llamapi: LLAMAPI_CHECKS,
}
