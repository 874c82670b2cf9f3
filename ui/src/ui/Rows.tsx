import type { ReactNode } from 'react'

/** Rows of one kind in a frame. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className="flex flex-col divide-y divide-line rounded-xl border border-line empty:hidden">{children}</ul>
}

interface RowProps {
  readonly children: ReactNode
  /** With little to say. */
  readonly dense?: boolean
}

/** What something is and what can be done with it, and below that whatever comes of it. */
export function Row({ children, dense = false }: RowProps) {
  return <li className={`flex flex-col gap-2 px-4 ${dense ? 'py-2' : 'py-3'}`}>{children}</li>
}

interface RowTitleProps {
  readonly text: string
  /** Badges beside it. */
  readonly children: ReactNode
}

export function RowTitle({ text, children }: RowTitleProps) {
  return (
    <p className="flex items-center gap-2">
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{text}</span>
      {children}
    </p>
  )
}
