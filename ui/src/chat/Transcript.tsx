import type { Turn } from '../api/chats.ts'
import type { CallItem, CallOutputItem, Part } from '../api/items.ts'
import type { Model } from '../api/models.ts'
import { Button } from '../ui/Button.tsx'
import { AnswerTurn } from './AnswerTurn.tsx'
import type { ChatSession } from './session.ts'
import { ToolReply } from './ToolReply.tsx'
import { siblingsOf } from './tree.ts'
import { UserTurn } from './UserTurn.tsx'
import { useStickyEnd } from './use-sticky-end.ts'

interface TranscriptProps {
  readonly session: ChatSession
  readonly turns: readonly Turn[]
  readonly path: readonly Turn[]
  readonly models: readonly Model[]
  /** Which answers next; `null`: none. */
  readonly model: string | null
  readonly isAnswering: boolean
  /** Ids of turns that no longer fit. */
  readonly dropped: ReadonlySet<string>
}

export function Transcript({ session, turns, path, models, model, isAnswering, dropped }: TranscriptProps) {
  const { outer, inner, isAtEnd, toEnd } = useStickyEnd(path.length)
  const canAsk = !isAnswering && model !== null
  const edit = (turn: Turn, content: readonly Part[]) => model !== null && session.edit(turn, content, model)
  const calls = isAnswering ? [] : callsOf(path.at(-1))
  const reply = (results: readonly CallOutputItem[]) => model !== null && session.tellResults(results, model)
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={outer} aria-label="Conversation" tabIndex={0} className="h-full overflow-y-auto overscroll-contain">
        <div ref={inner} className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 pt-6 pb-8">
          {path.map((turn) => (
            <div
              key={turn.id}
              className={dropped.has(turn.id) ? 'border-line-strong border-l-2 border-dashed pl-3' : ''}
            >
              {dropped.has(turn.id) && <p className="mb-1 text-muted text-xs">No longer fits: left out</p>}
              {turn.role === 'user' ? (
                <UserTurn
                  turn={turn}
                  siblings={siblingsOf(turns, turn)}
                  canEdit={canAsk}
                  onEdit={edit}
                  onShow={(to) => session.showBranch(to)}
                />
              ) : (
                <AnswerTurn
                  turn={turn}
                  live={session.lives.get(turn.id)}
                  siblings={siblingsOf(turns, turn)}
                  models={models}
                  canRegenerate={canAsk}
                  onRegenerate={(again, by) => session.regenerate(again, by)}
                  onShow={(to) => session.showBranch(to)}
                />
              )}
            </div>
          ))}
          {calls.length > 0 && <ToolReply key={path.at(-1)?.id} calls={calls} onReply={reply} />}
        </div>
      </section>
      {!isAtEnd && (
        <Button
          icon="down"
          className="-translate-x-1/2 absolute bottom-3 left-1/2 rounded-full shadow-md"
          onClick={toEnd}
        >
          Latest
        </Button>
      )}
    </div>
  )
}

/** Calls that wait for their results. */
function callsOf(turn: Turn | undefined): readonly CallItem[] {
  if (turn?.role !== 'assistant' || turn.status !== 'completed') return []
  return turn.items.filter((item) => item.type === 'function_call')
}
