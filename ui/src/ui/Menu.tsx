import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface MenuProps {
  readonly label: string
  /** What is in the button. */
  readonly button: ReactNode
  readonly buttonClass: string
  /** Called with what closes it. */
  readonly children: (close: () => void) => ReactNode
  readonly side?: 'above' | 'below'
  readonly align?: 'start' | 'end'
  readonly isDisabled?: boolean
}

/** A button that opens a list of others. Arrows go through them, Escape and a click elsewhere close it. */
export function Menu({
  label,
  button,
  buttonClass,
  children,
  side = 'below',
  align = 'start',
  isDisabled = false,
}: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    itemsIn(root.current)[0]?.focus()
    const outside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && root.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [isOpen])
  const place = `${side === 'above' ? 'bottom-full mb-1' : 'top-full mt-1'} ${align === 'end' ? 'right-0' : 'left-0'}`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that come from the buttons in it
    <div ref={root} className="relative" onKeyDown={(event) => isOpen && onKey(event, root.current, close)}>
      <button
        ref={opener}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={isDisabled}
        className={buttonClass}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div
          role="menu"
          aria-label={label}
          className={`absolute z-20 max-h-80 w-max min-w-44 max-w-[min(22rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-lg ${place}`}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}

interface MenuItemProps {
  readonly onPick: () => void
  readonly children: ReactNode
  readonly isChosen?: boolean
}

export function MenuItem({ onPick, children, isChosen }: MenuItemProps) {
  const role = isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen }
  return (
    <button
      type="button"
      {...role}
      className="flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left text-sm hover:bg-hover focus:bg-hover aria-checked:text-accent"
      onClick={onPick}
    >
      {children}
    </button>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function onKey(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape') {
    event.stopPropagation()
    close()
    return
  }
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = itemsIn(root)
  const at = items.indexOf(document.activeElement as HTMLElement)
  items.at((at + step) % items.length)?.focus()
}

function itemsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}
