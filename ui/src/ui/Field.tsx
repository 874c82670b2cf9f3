import { type ReactNode, useId } from 'react'

interface FieldProps {
  readonly label: string
  readonly hint?: string
  /** Called with the id that the control must have. */
  readonly children: (id: string) => ReactNode
}

export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children(id)}
      {hint && <p className="text-muted text-xs">{hint}</p>}
    </div>
  )
}

/** What one types into. */
export const INPUT =
  'w-full rounded-lg border border-line-strong bg-raised px-3 py-1.5 text-sm placeholder:text-muted focus-visible:outline-offset-0'
