import { Link, useLocation } from 'wouter'
import { ChatList } from './chat/ChatList.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Icon, type IconName } from './ui/Icon.tsx'
import { Logo } from './ui/Logo.tsx'

const PAGES: readonly { readonly place: string; readonly name: string; readonly icon: IconName }[] = [
  { place: '/', name: 'Chat', icon: 'chat' },
  { place: '/models', name: 'Models', icon: 'cube' },
  { place: '/devices', name: 'Devices', icon: 'chip' },
  { place: '/activity', name: 'Activity', icon: 'pulse' },
  { place: '/benchmarks', name: 'Benchmarks', icon: 'gauge' },
  { place: '/keys', name: 'Keys', icon: 'key' },
  { place: '/connect', name: 'Connect', icon: 'plug' },
]

export function Sidebar() {
  const [place] = useLocation()
  const isHere = (page: string) => (page === '/' ? place === '/' || place.startsWith('/chat/') : place.startsWith(page))
  return (
    <>
      <div className="flex items-center gap-2.5 px-4 pt-4 pb-3">
        <Logo />
        <span className="font-semibold text-base tracking-tight">Trivet</span>
      </div>
      <nav aria-label="Pages" className="flex flex-col gap-0.5 px-2">
        {PAGES.map(({ place: page, name, icon }) => (
          <Link
            key={page}
            href={page}
            aria-current={isHere(page) ? 'page' : undefined}
            className="flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-muted text-sm hover:bg-hover hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
          >
            <Icon name={icon} />
            {name}
          </Link>
        ))}
      </nav>
      <ChatList />
      <div className="flex items-center justify-between border-line border-t px-4 py-2">
        <a href="docs" className="text-muted text-sm hover:text-ink">
          API
        </a>
        <ThemeSwitch />
      </div>
    </>
  )
}
