interface ProgressBarProps {
  readonly label: string
  /** 0 to 1; `null`: it can't be told. */
  readonly value: number | null
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
    >
      <div
        className={`h-full rounded-full bg-accent-ground transition-[width] ${value === null ? 'w-1/3 motion-safe:animate-pulse' : ''}`}
        style={value === null ? undefined : { width: `${Math.min(1, value) * 100}%` }}
      />
    </div>
  )
}
