import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { keyStore } from './api/key.ts'
import { outageStore } from './api/model-feed.ts'
import { useStore } from './lib/store.ts'
import { Sidebar } from './Sidebar.tsx'
import { IconButton } from './ui/Button.tsx'
import { Logo } from './ui/Logo.tsx'

/** What is around every page: where to go, and whether the server answers. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [place] = useLocation()
  const aside = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by going elsewhere
  useEffect(() => setOpen(false), [place])
  useEffect(() => {
    if (isOpen) aside.current?.querySelector('a')?.focus()
  }, [isOpen])
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <nav aria-label="Skip">
        <button
          type="button"
          className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded-lg focus:bg-raised focus:p-2"
          onClick={() => document.getElementById('main')?.focus()}
        >
          Skip to content
        </button>
      </nav>
      <header className="flex items-center gap-2 border-line border-b px-2 py-1 md:hidden">
        <IconButton icon="menu" label="Conversations and pages" aria-expanded={isOpen} onClick={() => setOpen(true)} />
        <Logo className="size-5" />
        <span className="font-semibold">Trivet</span>
      </header>
      {isOpen && (
        <div
          aria-hidden="true"
          className="fixed inset-0 z-20 bg-black/40 md:hidden"
          onPointerDown={() => setOpen(false)}
        />
      )}
      <aside
        ref={aside}
        aria-label="Pages and conversations"
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
        className={`${isOpen ? 'fixed inset-y-0 left-0 z-30 flex' : 'hidden'} w-72 shrink-0 flex-col border-line border-r bg-panel md:static md:flex`}
      >
        <Sidebar />
      </aside>
      <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col focus-visible:outline-none">
        <Outage />
        {children}
      </main>
    </div>
  )
}

function Outage() {
  const outage = useStore(outageStore)
  const { wanted } = useStore(keyStore)
  if (outage === null || wanted !== null) return null
  return (
    <p role="alert" className="bg-danger-soft px-4 py-2 text-danger text-sm">
      {outage}
    </p>
  )
}
