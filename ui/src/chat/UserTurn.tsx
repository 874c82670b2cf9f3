import { memo, useState } from 'react'
import type { Turn } from '../api/chats.ts'
import { type Part, textOf } from '../api/items.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { INPUT } from '../ui/Field.tsx'
import { AttachmentList } from './AttachmentList.tsx'
import { BranchPicker } from './BranchPicker.tsx'
import { sends } from './sends.ts'
import { ToolResult } from './ToolResult.tsx'

interface UserTurnProps {
  readonly turn: Turn
  readonly siblings: readonly Turn[]
  readonly canEdit: boolean
  readonly onEdit: (turn: Turn, content: readonly Part[]) => void
  readonly onShow: (turn: Turn) => void
}

export const UserTurn = memo(function UserTurn({ turn, siblings, canEdit, onEdit, onShow }: UserTurnProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [message] = turn.items
  if (message?.type !== 'message') {
    return turn.items.map(
      (item) => item.type === 'function_call_output' && <ToolResult key={item.call_id} item={item} />,
    )
  }
  const text = textOf(message)
  const save = () => {
    if (draft === null || draft.trim() === '') return
    setDraft(null)
    onEdit(turn, [...message.content.filter((part) => !('text' in part)), { type: 'input_text', text: draft.trim() }])
  }
  if (draft !== null) {
    return (
      <div className="flex flex-col gap-2">
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the user has asked to write here
          autoFocus
          aria-label="Edit the message"
          dir="auto"
          className={`${INPUT} field-sizing-content max-h-[50dvh] min-h-20 text-base`}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.nativeEvent.isComposing) setDraft(null)
            if (!sends(event)) return
            event.preventDefault()
            save()
          }}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => setDraft(null)}>Cancel</Button>
          <Button look="primary" disabled={!canEdit || draft.trim() === ''} onClick={save}>
            Ask again
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="group flex flex-col items-end gap-1">
      <AttachmentList parts={message.content} />
      {text !== '' && (
        <p
          dir="auto"
          className="max-w-[85%] whitespace-pre-wrap rounded-2xl bg-hover px-4 py-2 [overflow-wrap:anywhere]"
        >
          {text}
        </p>
      )}
      <div className="-mb-4 flex items-center opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 has-[fieldset]:opacity-100">
        <BranchPicker siblings={siblings} turn={turn} onShow={onShow} />
        <CopyButton text={text} label="Copy message" />
        <IconButton icon="edit" label="Edit message" disabled={!canEdit} onClick={() => setDraft(text)} />
      </div>
    </div>
  )
})
