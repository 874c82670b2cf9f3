import { useEffect, useState } from 'react'
import { LOST, wordsOf } from './words.ts'

const RETRY_MS = 2000

/** What has come of a stream so far, the latest first. */
interface Feed<T> {
  readonly items: readonly T[]
  readonly error: string | null
}

/**
 * Follows a stream for as long as it is looked at, through lost connections, and anew when it is another.
 * @param name what tells one from another
 * @param most items that are kept
 */
export function useFeed<T>(name: string, follow: (signal: AbortSignal) => AsyncIterable<T>, most: number): Feed<T> {
  const [feed, setFeed] = useState<Feed<T>>({ items: [], error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says when
  useEffect(() => {
    const asking = new AbortController()
    setFeed({ items: [], error: null })
    const read = async () => {
      // What is told of the past is told again.
      let isFirst = true
      for await (const item of follow(asking.signal)) {
        const begins = isFirst
        isFirst = false
        setFeed(({ items }) => ({ items: [item, ...(begins ? [] : items)].slice(0, most), error: null }))
      }
    }
    const goOn = async () => {
      while (!asking.signal.aborted) {
        const error = await read().then(() => LOST, wordsOf)
        if (asking.signal.aborted) return
        setFeed(({ items }) => ({ items, error }))
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
    void goOn()
    return () => asking.abort()
  }, [name])
  return feed
}
