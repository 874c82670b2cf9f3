import type { Turn } from '../api/chats.ts'
import { IconButton } from '../ui/Button.tsx'

interface BranchPickerProps {
  readonly siblings: readonly Turn[]
  readonly turn: Turn
  readonly onShow: (turn: Turn) => void
}

/** Goes through what was said in the same place. */
export function BranchPicker({ siblings, turn, onShow }: BranchPickerProps) {
  if (siblings.length < 2) return null
  const at = siblings.indexOf(turn)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  return (
    <fieldset className="flex items-center text-muted text-xs tabular-nums">
      <legend className="sr-only">Versions</legend>
      <IconButton icon="left" label="Earlier version" disabled={!before} onClick={() => before && onShow(before)} />
      <span>
        {at + 1}/{siblings.length}
      </span>
      <IconButton icon="right" label="Later version" disabled={!after} onClick={() => after && onShow(after)} />
    </fieldset>
  )
}
