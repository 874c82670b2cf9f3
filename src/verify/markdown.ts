import { OUTCOMES, type Report, type Result, totalsLine } from './report.ts'

/** The report for people: what failed comes first. */
export function markdownReport({ contract, url, profile, model, started_at, totals, checks }: Report): string {
  const head = [
    `# ${contract} at ${url}`,
    '',
    `Profile \`${profile}\`, model ${model === null ? 'none' : `\`${model}\``}, ${started_at}. ${totalsLine(totals)}.`,
  ]
  const order = [...OUTCOMES].sort((a, b) => rank(a) - rank(b))
  const parts = order.flatMap((outcome) => {
    const rows = checks.filter((check) => check.outcome === outcome)
    return rows.length === 0 ? [] : ['', `## ${outcome}`, '', ...rows.map(line)]
  })
  return [...head, ...parts, ''].join('\n')
}

/** Whoever reads it wants to know what is wrong. */
function rank(outcome: Result['outcome']): number {
  return ['failed', 'warned', 'skipped', 'passed'].indexOf(outcome)
}

function line({ name, reason }: Result): string {
  return reason === undefined ? `* ${name}` : `* ${name}: ${reason}`
}
