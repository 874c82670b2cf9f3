import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Closer to the end than this is at the end. */
const NEAR_PIXELS = 48

interface StickyEnd {
  readonly outer: RefObject<HTMLElement | null>
  readonly inner: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly toEnd: () => void
}

/**
 * Keeps the end in sight while what is inside grows, until the reader scrolls away from it.
 * @param turns with more of them than before, the end is where to look
 */
export function useStickyEnd(turns: number): StickyEnd {
  const outer = useRef<HTMLElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = useCallback(() => {
    sticks.current = true
    const element = outer.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])
  useEffect(() => {
    const [element, content] = [outer.current, inner.current]
    if (!element || !content) return
    let top = element.scrollTop
    const look = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PIXELS
      // Only a reader goes up. What is told of a way down may be late: there may be more below by now.
      if (isNear) sticks.current = true
      else if (element.scrollTop < top) sticks.current = false
      top = element.scrollTop
      setAtEnd(isNear || sticks.current)
    }
    const growth = new ResizeObserver(() => {
      if (sticks.current) element.scrollTop = element.scrollHeight
      else look()
    })
    growth.observe(content)
    growth.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      growth.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each further turn
  useEffect(toEnd, [turns, toEnd])
  return { outer, inner, isAtEnd, toEnd }
}
