import { formatBytes } from '../lib/format.ts'

interface MemoryBarProps {
  readonly label: string
  readonly freeBytes: number
  readonly totalBytes: number
}

export function MemoryBar({ label, freeBytes, totalBytes }: MemoryBarProps) {
  const used = Math.max(0, totalBytes - freeBytes)
  return (
    <div className="flex flex-col gap-1">
      <meter aria-label={label} className="sr-only" max={Math.max(1, totalBytes)} value={used} />
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-hover">
        <div
          className="h-full rounded-full bg-accent-ground"
          style={{ width: `${totalBytes === 0 ? 0 : (used / totalBytes) * 100}%` }}
        />
      </div>
      <p className="text-muted text-xs tabular-nums">
        {formatBytes(freeBytes)} of {formatBytes(totalBytes)} free
      </p>
    </div>
  )
}
