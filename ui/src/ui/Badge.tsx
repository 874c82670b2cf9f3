const LOOKS = { good: 'text-ok', bad: 'text-danger', busy: 'text-accent', quiet: 'text-muted' } as const

export interface BadgeProps {
  readonly text: string
  readonly look: keyof typeof LOOKS
}

/** How something is, in a word. */
export function Badge({ text, look }: BadgeProps) {
  return <span className={`shrink-0 rounded-full border border-line px-2 text-xs ${LOOKS[look]}`}>{text}</span>
}
