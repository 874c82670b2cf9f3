import type { ModelState } from '../api/models.ts'
import { Badge, type BadgeProps } from '../ui/Badge.tsx'

const LOOKS: Readonly<Record<ModelState, BadgeProps | null>> = {
  stopped: null,
  starting: { text: 'loading', look: 'busy' },
  ready: { text: 'loaded', look: 'good' },
  draining: { text: 'finishing', look: 'quiet' },
  stopping: { text: 'unloading', look: 'quiet' },
  failed: { text: 'failed', look: 'bad' },
}

export function StateBadge({ state }: { readonly state: ModelState }) {
  const look = LOOKS[state]
  return look && <Badge {...look} />
}
