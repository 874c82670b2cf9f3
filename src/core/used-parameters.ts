import type { Parameter } from './capability.ts'
import { NEUTRAL_SAMPLING } from './sampling.ts'
import type { GenerateTask } from './task.ts'

/** Those of a task's parameters that ask for anything. */
export function usedParameters(task: GenerateTask): Parameter[] {
  const { kind: _, prompt: __, shownTokens: ___, media: ____, sampling, ...rest } = task
  const asked = { ...sampling, ...rest }
  return (Object.keys(asked) as Parameter[]).filter((name) => !isNeutral(asked[name], NEUTRAL[name]))
}

/** What is not listed is neutral only when it is absent. */
const NEUTRAL: Partial<Record<Parameter, unknown>> = {
  ...NEUTRAL_SAMPLING,
  maxTokens: null,
  minTokens: 0,
  ignoreEos: false,
  adapters: [],
  speculation: null,
}

function isNeutral(value: unknown, neutral: unknown): boolean {
  return (
    value === undefined || value === neutral || (Array.isArray(neutral) && Array.isArray(value) && value.length === 0)
  )
}
