import { modelStore } from '../api/model-feed.ts'
import { useStore } from '../lib/store.ts'
import { Rows } from '../ui/Page.tsx'

/** Which models work at the moment, and for how many. */
export function Running() {
  const busy = useStore(modelStore)?.filter(({ running, waiting }) => running + waiting > 0) ?? []
  if (busy.length === 0) return <p className="text-muted text-sm">Nothing runs.</p>
  return (
    <Rows>
      {busy.map(({ id, running, waiting }) => (
        <li key={id} className="flex justify-between gap-3 px-4 py-2 text-sm tabular-nums">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{id}</span>
          <span className="text-muted">
            {running} running{waiting > 0 && `, ${waiting} waiting`}
          </span>
        </li>
      ))}
    </Rows>
  )
}
