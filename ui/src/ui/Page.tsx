import { type ReactNode, useId } from 'react'
import { useTitle } from '../lib/use-title.ts'

/** A page of sections, one below the other. */
export function Page({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={title} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-6">
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        {children}
      </div>
    </section>
  )
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="font-medium text-muted text-sm">
        {title}
      </h2>
      {children}
    </section>
  )
}
