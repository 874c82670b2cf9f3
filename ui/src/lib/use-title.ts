import { useEffect } from 'react'

/** What the tab is called while this is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Trivet' : `${title} · Trivet`
    return () => {
      document.title = 'Trivet'
    }
  }, [title])
}
