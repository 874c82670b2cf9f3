import { useEffect, useState } from 'react'
import { wordsOf } from './words.ts'

/** What was asked for last, asked again and again while the page is seen. */
export function usePolled<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  periodMs: number,
): { readonly value: T | null; readonly error: string | null } {
  const [state, setState] = useState<{ value: T | null; error: string | null }>({ value: null, error: null })
  useEffect(() => {
    const asking = new AbortController()
    const look = async () => {
      if (document.hidden) return
      try {
        setState({ value: await ask(asking.signal), error: null })
      } catch (error) {
        if (!asking.signal.aborted) setState((before) => ({ ...before, error: wordsOf(error) }))
      }
    }
    void look()
    const timer = setInterval(look, periodMs)
    return () => {
      clearInterval(timer)
      asking.abort()
    }
  }, [ask, periodMs])
  return state
}
