import { Button } from '../ui/Button.tsx'

interface GoneNoticeProps {
  /** Whether anything of it is shown still. */
  readonly isShown: boolean
  /** Keeps what is shown as another conversation. */
  onKeep(): void
  /** Begins another one, beside the list of those that are kept. */
  onLeave(): void
}

/** The conversation was deleted, by another page or program. */
export function GoneNotice({ isShown, onKeep, onLeave }: GoneNoticeProps) {
  return (
    <div
      role="alert"
      className="mb-2 flex flex-wrap items-center gap-2 rounded-lg bg-danger-soft py-1.5 pr-1.5 pl-3 text-danger text-sm"
    >
      <p className="min-w-48 flex-1">
        This conversation was deleted elsewhere.{isShown && ' What is shown here is kept no longer.'}
      </p>
      {isShown && <Button onClick={onKeep}>Keep as a new one</Button>}
      <Button onClick={onLeave}>New conversation</Button>
    </div>
  )
}
