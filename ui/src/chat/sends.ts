import type { KeyboardEvent } from 'react'

/** Whether a key sends what is written. On glass, where Enter has no Shift, it ends a line. */
export function sends(event: KeyboardEvent): boolean {
  // Enter that ends a composition chooses a word.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return false
  const isGlass = matchMedia('(pointer: coarse)').matches
  return event.key === 'Enter' && !event.shiftKey && (!isGlass || event.ctrlKey || event.metaKey)
}
