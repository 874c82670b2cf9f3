import type { Model } from '../api/models.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'

interface RegenerateMenuProps {
  readonly models: readonly Model[]
  /** Which has answered. */
  readonly model: string | null
  readonly isDisabled: boolean
  readonly onPick: (model: string) => void
}

/** Has the same answered again: by the same model, or by another. */
export function RegenerateMenu({ models, model, isDisabled, onPick }: RegenerateMenuProps) {
  const others = models.filter(({ id }) => id !== model)
  return (
    <Menu
      label="Answer again"
      side="above"
      isDisabled={isDisabled}
      buttonClass="inline-flex size-8 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink disabled:opacity-50"
      button={<Icon name="again" />}
    >
      {(close) =>
        [model, ...others.map(({ id }) => id)].map(
          (id) =>
            id !== null && (
              <MenuItem
                key={id}
                onPick={() => {
                  close()
                  onPick(id)
                }}
              >
                <span className="truncate">{id === model ? `Again with ${id}` : id}</span>
              </MenuItem>
            ),
        )
      }
    </Menu>
  )
}
