import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Part } from '../api/items.ts'
import { wordsOf } from '../lib/words.ts'
import { IconButton } from '../ui/Button.tsx'
import { AttachmentList } from './AttachmentList.tsx'
import { partOf } from './attachments.ts'
import { sends } from './sends.ts'

interface ComposerProps {
  readonly isAnswering: boolean
  /** Somebody is there to answer. */
  readonly isReady: boolean
  /** Why nothing can be said now; `null`: it can. */
  readonly obstacle: string | null
  readonly onSay: (content: readonly Part[]) => void
  readonly onStop: () => void
  readonly onDraft: (text: string) => void
}

/** Where one writes. Enter sends, with Shift it ends a line; on a keyboard of glass it is the other way round. */
export function Composer({ isAnswering, isReady, obstacle, onSay, onStop, onDraft }: ComposerProps) {
  const [text, setText] = useState('')
  const [attached, setAttached] = useState<readonly Part[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const isEmpty = text.trim() === '' && attached.length === 0
  const canSay = !isAnswering && isReady && !isEmpty

  useEffect(() => onDraft(text), [text, onDraft])
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) area.current?.focus()
  }, [])

  const attach = async (files: Iterable<File>) => {
    setProblem(null)
    try {
      const parts = await Promise.all([...files].map(partOf))
      setAttached((before) => [...before, ...parts])
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  const say = () => {
    if (!canSay) return
    onSay([...attached, ...(text.trim() === '' ? [] : [{ type: 'input_text' as const, text: text.trim() }])])
    setText('')
    setAttached([])
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!sends(event)) return
    event.preventDefault()
    say()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    void attach(event.clipboardData.files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void attach(event.dataTransfer.files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button does the same
    <div
      className={`rounded-2xl border bg-raised p-2 shadow-sm transition-colors focus-within:border-accent ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={attached.length > 0 ? 'px-2 pt-2 pb-1' : ''}>
        <AttachmentList
          parts={attached}
          onRemove={(index) => setAttached(attached.filter((_, each) => each !== index))}
        />
      </div>
      <textarea
        ref={area}
        aria-label="Message"
        dir="auto"
        rows={1}
        placeholder="Ask anything"
        className="field-sizing-content block max-h-[40dvh] w-full resize-none bg-transparent px-2 py-1.5 text-base outline-none placeholder:text-muted"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className="flex items-center gap-2">
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept="image/*,audio/wav,audio/mpeg,.wav,.mp3"
          onChange={(event) => {
            void attach(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <IconButton icon="attach" label="Attach images or sounds" onClick={() => picker.current?.click()} />
        <p role="status" className="min-w-0 flex-1 truncate text-muted text-xs">
          {problem ?? obstacle ?? ''}
        </p>
        {isAnswering ? (
          <IconButton icon="stop" label="Stop (Esc)" look="primary" onClick={onStop} />
        ) : (
          <IconButton icon="send" label="Send" look="primary" disabled={!canSay} onClick={say} />
        )}
      </div>
    </div>
  )
}
