import { Icon } from '../ui/Icon.tsx'

interface ReasoningProps {
  readonly text: string
  readonly isThinking: boolean
}

/** What the model thought, folded away. */
export function Reasoning({ text, isThinking }: ReasoningProps) {
  return (
    <details className="group/reasoning my-2 text-sm">
      <summary className="inline-flex list-none items-center gap-1.5 rounded-md py-1 pr-2 text-muted hover:text-ink">
        <Icon name="right" className="size-3.5 transition-transform group-open/reasoning:rotate-90" />
        <span className={isThinking ? 'motion-safe:animate-pulse' : ''}>{isThinking ? 'Thinking…' : 'Thoughts'}</span>
      </summary>
      <p
        dir="auto"
        className="mt-1 ml-1.5 whitespace-pre-wrap border-line border-l-2 pl-4 text-muted [overflow-wrap:anywhere]"
      >
        {text}
      </p>
    </details>
  )
}
