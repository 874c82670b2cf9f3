import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from '../lib/store.ts'
import { useTitle } from '../lib/use-title.ts'
import { IconButton } from '../ui/Button.tsx'
import { ChatHeader } from './ChatHeader.tsx'
import { Composer } from './Composer.tsx'
import { ContextBar } from './ContextBar.tsx'
import { FirstRun } from './FirstRun.tsx'
import { GoneNotice } from './GoneNotice.tsx'
import { Greeting } from './Greeting.tsx'
import { Spoken } from './Spoken.tsx'
import { sessionOf } from './sessions.ts'
import { Transcript } from './Transcript.tsx'
import { pathTo } from './tree.ts'
import { useBudget } from './use-budget.ts'
import { useModel } from './use-model.ts'

/** @param id of a conversation that the server keeps; `null`: one that begins */
export function ChatPage({ id }: { readonly id: string | null }) {
  const [, go] = useLocation()
  const session = useMemo(() => sessionOf(id), [id])
  const state = useStore(session.state)
  const { title, turns, leaf, settings, isLoading, isGone, problem } = state
  useTitle(title)
  const { models, model } = useModel(settings.model)
  const path = useMemo(() => pathTo(turns, leaf), [turns, leaf])
  const isAnswering = path.some(({ status }) => status === 'in_progress')
  const [draft, setDraft] = useState('')
  const budget = useBudget({ model, path, settings, draft, isAnswering })
  const onDraft = useCallback((text: string) => setDraft(text), [])

  useEffect(() => {
    session.onBegun = (begun) => go(`/chat/${begun}`, { replace: true })
  }, [session, go])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null)
        session.stop()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [session])

  if (models !== null && models.length === 0 && path.length === 0 && !isLoading) return <FirstRun />
  return (
    <>
      <ChatHeader session={session} state={state} path={path} models={models ?? []} model={model} />
      {path.length === 0 ? (
        <Greeting isLoading={isLoading} />
      ) : (
        <Transcript
          session={session}
          turns={turns}
          path={path}
          models={models ?? []}
          model={model?.id ?? null}
          isAnswering={isAnswering}
          dropped={budget?.dropped ?? NONE}
        />
      )}
      <Spoken path={path} />
      <div className="mx-auto w-full max-w-3xl px-3 pb-3">
        {isGone && <GoneNotice isShown={path.length > 0} onKeep={() => session.keepAnew()} onLeave={() => go('/')} />}
        {problem !== null && (
          <div role="alert" className="mb-2 flex items-center rounded-lg bg-danger-soft py-1 pl-3 text-danger text-sm">
            <p className="flex-1">{problem}</p>
            <IconButton icon="close" label="Dismiss" onClick={() => session.dismissProblem()} />
          </div>
        )}
        <Composer
          key={session.serial}
          isAnswering={isAnswering}
          isReady={model !== null && !isLoading && !isGone}
          obstacle={models !== null && model === null ? 'No model here answers.' : null}
          onSay={(content) => model && session.say(content, model.id)}
          onStop={() => session.stop()}
          onDraft={onDraft}
        />
        <div className="flex h-6 items-center justify-between gap-4 px-2 pt-1.5">
          <ContextBar budget={budget} />
          <p className="hidden text-muted text-xs sm:ml-auto sm:block">Enter sends, Shift+Enter ends a line</p>
        </div>
      </div>
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()
