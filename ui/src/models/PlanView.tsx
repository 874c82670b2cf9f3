import type { LoadPlan } from '../api/manage.ts'
import { formatBytes, formatCount, formatMany } from '../lib/format.ts'

/** What a load would take of each device, and of whom. */
export function PlanView({ plan }: { readonly plan: LoadPlan }) {
  const { fits, evicts, waits, memory, context, slots, threads, needed_bytes, free_bytes } = plan
  return (
    <div className={`rounded-lg px-4 py-3 text-sm ${fits ? 'bg-panel' : 'bg-danger-soft text-danger'}`}>
      <p className="font-medium">
        {fits ? 'There is room' : 'There is no room'}: {formatBytes(needed_bytes)} of {formatBytes(free_bytes)} free
      </p>
      <ul className="mt-1 text-muted">
        {memory?.devices.map(({ device, weights_bytes, kv_cache_bytes, total_bytes }) => (
          <li key={device}>
            {device}: {formatBytes(total_bytes)}, of which weights {formatBytes(weights_bytes)}, cache{' '}
            {formatBytes(kv_cache_bytes)}
          </li>
        ))}
        <li>
          {context === null ? '' : `${formatCount(context)} tokens of context, `}
          {slots} at once, {formatMany(threads, 'thread')}
        </li>
        {evicts.length > 0 && (
          <li>
            Unloads {evicts.join(', ')}
            {waits && ', once it has finished its work'}
          </li>
        )}
      </ul>
    </div>
  )
}
