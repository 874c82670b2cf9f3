import type { Check } from '../check.ts'
import { chatChecks } from './chat.ts'

export const GENIEX_CHECKS: readonly Check[] = [...chatChecks]
