import { useEffect, useState } from 'react'
import type { Turn } from '../api/chats.ts'
import type { Model } from '../api/models.ts'
import { type ContextBudget, contextBudget } from '../api/models.ts'
import { chatMessages, chatTools } from './chat-messages.ts'
import type { ChatSettings } from './settings.ts'

/** How full the context is, and which turns would no longer fit. */
export interface Budget {
  readonly used: number
  readonly limit: number
  readonly dropped: ReadonlySet<string>
  readonly fits: boolean
}

const TYPING_MS = 500

interface Wish {
  readonly model: Model | null
  readonly path: readonly Turn[]
  readonly settings: ChatSettings
  readonly draft: string
  readonly isAnswering: boolean
}

/** Asked of the server whenever one stops typing; `null`: not known. A model isn't loaded for it. */
export function useBudget({ model, path, settings, draft, isAnswering }: Wish): Budget | null {
  const [budget, setBudget] = useState<Budget | null>(null)
  const id = model?.state === 'ready' ? model.id : null
  const isEmpty = path.length === 0 && draft.trim() === ''
  useEffect(() => {
    if (id === null || isEmpty) return setBudget(null)
    if (isAnswering) return
    const asking = new AbortController()
    const ask = async () => {
      const messages = chatMessages(settings.instructions, path)
      const said = [
        ...messages.map(({ message }) => message),
        ...(draft.trim() === '' ? [] : [{ role: 'user', content: draft }]),
      ]
      const { max_output_tokens } = settings.parameters
      const body = {
        model: id,
        messages: said,
        ...(max_output_tokens && { max_tokens: max_output_tokens }),
        ...chatTools(settings.tools),
      }
      const answer = await contextBudget(body, asking.signal)
      setBudget(
        budgetOf(
          answer,
          settings,
          messages.map(({ turn }) => turn),
        ),
      )
    }
    const timer = setTimeout(() => ask().catch(() => setBudget(null)), TYPING_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [id, isEmpty, isAnswering, path, settings, draft])
  return budget
}

function budgetOf(answer: ContextBudget, { parameters }: ChatSettings, turns: readonly (string | null)[]): Budget {
  const { context_tokens, prompt_tokens, fits, truncated } = answer
  const drops = parameters.truncation !== 'disabled'
  const dropped = drops ? truncated.messages.flatMap((index) => turns[index] ?? []) : []
  return {
    used: prompt_tokens,
    limit: context_tokens,
    dropped: new Set(dropped),
    fits: fits || (drops && truncated.fits),
  }
}
