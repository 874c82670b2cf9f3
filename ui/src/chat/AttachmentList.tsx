import type { Part } from '../api/items.ts'
import { IconButton } from '../ui/Button.tsx'

interface AttachmentListProps {
  readonly parts: readonly Part[]
  /** Left out: they stay. */
  readonly onRemove?: (index: number) => void
}

/** Images and sounds of a message. */
export function AttachmentList({ parts, onRemove }: AttachmentListProps) {
  const attached = parts.map((part, index) => ({ part, index })).filter(({ part }) => !('text' in part))
  if (attached.length === 0) return null
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2">
      {attached.map(({ part, index }) => (
        <li key={index} className="relative">
          {part.type === 'input_image' ? (
            <img
              src={part.image_url}
              alt={`Attachment ${index + 1}`}
              className={`rounded-lg border border-line object-cover ${onRemove ? 'size-16' : 'max-h-64 max-w-full'}`}
            />
          ) : (
            part.type === 'input_audio' && (
              // biome-ignore lint/a11y/useMediaCaption: the user's own sound, of which nobody has a text
              <audio
                controls
                src={`data:audio/${part.input_audio.format};base64,${part.input_audio.data}`}
                className="h-10"
              />
            )
          )}
          {onRemove && (
            <IconButton
              icon="close"
              label={`Remove attachment ${index + 1}`}
              look="plain"
              className="absolute! -top-2 -right-2 size-6 rounded-full"
              onClick={() => onRemove(index)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
