import { memo } from 'react'
import type { Turn } from '../api/chats.ts'
import { textOf } from '../api/items.ts'
import type { Model } from '../api/models.ts'
import { createStore, useStore } from '../lib/store.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { AnswerItems } from './AnswerItems.tsx'
import { NO_ANSWER } from './answer.ts'
import { BranchPicker } from './BranchPicker.tsx'
import { factsOf } from './facts.ts'
import type { LiveAnswer } from './live.ts'
import { RegenerateMenu } from './RegenerateMenu.tsx'
import { Waiting } from './Waiting.tsx'

interface AnswerTurnProps {
  readonly turn: Turn
  /** While it is being made. */
  readonly live: LiveAnswer | undefined
  readonly siblings: readonly Turn[]
  readonly models: readonly Model[]
  readonly canRegenerate: boolean
  readonly onRegenerate: (turn: Turn, model: string) => void
  readonly onShow: (turn: Turn) => void
}

/** Of an answer that nobody makes any more, nothing is heard. */
const SILENCE = createStore(NO_ANSWER)

/** An answer while it is made and when it is whole: the same element, so that a long one isn't laid out anew at its end. */
export const AnswerTurn = memo(function AnswerTurn(props: AnswerTurnProps) {
  const { turn, live } = props
  const { items, phase, progress } = useStore(live?.store ?? SILENCE)
  return (
    <article aria-label="Answer" aria-busy={live ? true : undefined} className="group">
      <AnswerItems items={live ? items : turn.items} isGrowing={live !== undefined} />
      {live && phase !== 'writing' && <Waiting model={turn.model} phase={phase} progress={progress} />}
      {!live && <Settled {...props} />}
    </article>
  )
})

/** What stands below an answer that is over. */
function Settled({ turn, siblings, models, canRegenerate, onRegenerate, onShow }: AnswerTurnProps) {
  const text = turn.items
    .map((item) => (item.type === 'message' ? textOf(item) : ''))
    .join('\n\n')
    .trim()
  return (
    <>
      <Ending turn={turn} />
      <footer className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
        <div className="-ml-2 flex items-center">
          <BranchPicker siblings={siblings} turn={turn} onShow={onShow} />
          {text !== '' && <CopyButton text={text} label="Copy answer" />}
          <RegenerateMenu
            models={models}
            model={turn.model}
            isDisabled={!canRegenerate}
            onPick={(model) => onRegenerate(turn, model)}
          />
        </div>
        {turn.model !== null && <span>{turn.model}</span>}
        {factsOf(turn).map(({ text: fact, title }) => (
          <span key={title} title={title} className="tabular-nums">
            {fact}
          </span>
        ))}
      </footer>
    </>
  )
}

/** What became of an answer that didn't come to its end. */
function Ending({ turn }: { readonly turn: Turn }) {
  switch (turn.status) {
    case 'failed':
      return (
        <p role="alert" className="my-2 rounded-lg bg-danger-soft px-3 py-2 text-danger text-sm">
          {turn.error?.message ?? 'The answer failed.'}
        </p>
      )
    case 'cancelled':
      return <p className="my-2 text-muted text-sm">Stopped.</p>
    case 'incomplete':
      return <p className="my-2 text-muted text-sm">Cut off: no room for more tokens.</p>
    default:
      return null
  }
}
