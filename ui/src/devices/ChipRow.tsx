import type { Chip } from '../api/devices.ts'
import { formatBytes, formatFacts } from '../lib/format.ts'
import { Badge } from '../ui/Badge.tsx'
import { Row } from '../ui/Rows.tsx'

const STATES = {
  ready: { text: 'ready', look: 'good' },
  unusable: { text: 'can not be used', look: 'bad' },
  unknown: { text: 'not known', look: 'quiet' },
} as const

/** A chip, and what keeps it from being used, with what to do about it. */
export function ChipRow({ chip }: { readonly chip: Chip }) {
  const { kind, vendor, name, type, driver, memory_bytes, cores, state, problems } = chip
  const facts = [
    kind.toUpperCase(),
    vendor,
    type === name ? null : type,
    driver === null ? null : `driver ${[driver.name, driver.version].filter(Boolean).join(' ')}`,
    memory_bytes === null ? null : formatBytes(memory_bytes),
    cores === null ? null : `${cores} cores`,
  ]
  return (
    <Row>
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className="text-muted text-xs">{formatFacts(facts)}</p>
        </div>
        <Badge {...STATES[state]} />
      </div>
      {problems.map(({ problem, fix }) => (
        <div key={problem} className="rounded-lg bg-danger-soft px-3 py-2 text-sm">
          <p className="text-danger">{problem}</p>
          <p>{fix}</p>
        </div>
      ))}
    </Row>
  )
}
