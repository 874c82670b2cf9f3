import type { Check } from '../check.ts'
import { errorChecks } from './errors.ts'

export const LLAMAPI_CHECKS: readonly Check[] = [...errorChecks]
