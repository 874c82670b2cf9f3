import type { ReactNode } from 'react'

interface ScrolledProps {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}

/** What is larger than its frame, and can be scrolled by keyboard, too. */
export function Scrolled({ label, className = '', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section aria-label={label} tabIndex={0} className={`overflow-auto rounded-xl border border-line ${className}`}>
      {children}
    </section>
  )
}
