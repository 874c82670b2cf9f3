/** A trivet, seen from above: a ring on three legs. */
export function Logo({ className = 'size-6' }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      className={`shrink-0 text-accent ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
    >
      <circle cx="16" cy="16" r="9.5" />
      <path d="M16 16V2.5M16 16 4.3 22.75M16 16l11.7 6.75" />
    </svg>
  )
}
