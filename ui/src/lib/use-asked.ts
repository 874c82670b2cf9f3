import { useEffect, useState } from 'react'
import { wordsOf } from './words.ts'

/** What was asked for, once it is there. */
export interface Asked<T> {
  readonly value: T | null
  readonly error: string | null
  readonly isAsking: boolean
}

/**
 * Asks whenever the question changes, after it has been left alone for a while.
 * @param question what tells one from another; `null`: nothing is asked
 */
export function useAsked<T>(
  question: string | null,
  ask: (question: string, signal: AbortSignal) => Promise<T>,
  patienceMs = 250,
): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ value: null, error: null, isAsking: question !== null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question says when
  useEffect(() => {
    if (question === null) return setAsked({ value: null, error: null, isAsking: false })
    const asking = new AbortController()
    setAsked((before) => ({ ...before, isAsking: true }))
    const timer = setTimeout(() => {
      ask(question, asking.signal).then(
        (value) => setAsked({ value, error: null, isAsking: false }),
        (error: unknown) => {
          if (asking.signal.aborted) return
          setAsked({ value: null, error: wordsOf(error), isAsking: false })
        },
      )
    }, patienceMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [question])
  return asked
}
