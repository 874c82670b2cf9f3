import { Link, useLocation } from 'wouter'

const TABS = [
  { place: '/activity', name: 'Now' },
  { place: '/activity/requests', name: 'Requests' },
  { place: '/activity/log', name: 'Log' },
] as const

/** The pages of what the server does. */
export function ActivityTabs() {
  const [place] = useLocation()
  return (
    <nav aria-label="Activity" className="flex gap-1 border-line border-b">
      {TABS.map(({ place: tab, name }) => (
        <Link
          key={tab}
          href={tab}
          aria-current={place === tab ? 'page' : undefined}
          className="-mb-px border-transparent border-b-2 px-3 py-2 text-muted text-sm hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
