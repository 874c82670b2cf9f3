import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'

interface DialogProps {
  readonly title: string
  /** Left out: it can't be closed but by what is in it. */
  readonly onClose?: () => void
  readonly children: ReactNode
  /** Beside the page, rather than in the middle of it. */
  readonly isSheet?: boolean
}

/** What has to be dealt with before the page: the browser's own dialog, which keeps the focus inside. */
export function Dialog({ title, onClose, children, isSheet = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const place = isSheet
    ? 'mr-0 h-dvh max-h-none w-[min(26rem,100vw)] max-w-none border-l'
    : 'max-h-[85dvh] w-[min(36rem,calc(100vw-2rem))] rounded-xl border'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`overflow-hidden border-line bg-ground text-ink shadow-2xl backdrop:bg-black/40 ${place}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => event.target === dialog.current && onClose?.()}
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <header className="flex items-center justify-between gap-4 border-line border-b py-2 pr-2 pl-5">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {onClose ? <IconButton icon="close" label="Close" onClick={onClose} /> : <span className="h-8" />}
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      </div>
    </dialog>
  )
}
