import type { ReactNode } from 'react'
import { Scrolled } from './Scrolled.tsx'

interface TableProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly className?: string
  /** Its rows. */
  readonly children: ReactNode
}

/** Facts in columns; wider than its frame, it is scrolled. */
export function Table({ label, heads, className = '', children }: TableProps) {
  return (
    <Scrolled label={label} className={className}>
      <table className="w-full text-sm tabular-nums">
        <thead className="text-left text-muted text-xs">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">{children}</tbody>
      </table>
    </Scrolled>
  )
}
