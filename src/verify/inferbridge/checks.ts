import type { Check } from '../check.ts'
import { errorChecks } from './errors.ts'

export const INFERBRIDGE_CHECKS: readonly Check[] = [...errorChecks]
