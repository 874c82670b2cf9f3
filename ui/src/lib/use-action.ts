import { useState } from 'react'
import { wordsOf } from './words.ts'

interface Action {
  readonly isBusy: boolean
  /** Why the last one failed. */
  readonly error: string | null
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Something that is done when a button is pressed, and may fail. */
export function useAction(): Action {
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const run = async (work: () => Promise<unknown>) => {
    setState({ isBusy: true, error: null })
    try {
      await work()
      setState({ isBusy: false, error: null })
      return true
    } catch (error) {
      setState({ isBusy: false, error: wordsOf(error) })
      return false
    }
  }
  return { ...state, run }
}
