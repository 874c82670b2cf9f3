import type { Check } from './check.ts'

/** A line for each, with what to do below it; last, what they come to. */
export function printedChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, state, message, fix }) => [
    `${state.padEnd(4)}  ${name.padEnd(width)}  ${message}`,
    ...(fix === null ? [] : [`${' '.repeat(width + 8)}→ ${fix}`]),
  ])
  return [...lines, '', summary(checks)].join('\n')
}

function summary(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const [warnings, failures] = [count('warn'), count('fail')]
  if (failures > 0) return `${failures} of ${checks.length} checks failed.`
  return warnings === 0 ? 'All is well.' : `It works; ${warnings} of ${checks.length} checks have something to say.`
}
