import { createStore } from '../lib/store.ts'

const NAME = 'trivet.key'

interface KeyState {
  /** `null`: none is sent. */
  readonly key: string | null
  /** Why the server wants one, or another; `null`: it doesn't. */
  readonly wanted: string | null
}

export const keyStore = createStore<KeyState>({ key: savedKey(), wanted: null })

/** @param remember also after this page is closed */
export function giveKey(key: string, remember: boolean): void {
  try {
    if (remember) localStorage.setItem(NAME, key)
    else localStorage.removeItem(NAME)
  } catch {
    // It lasts as long as the page.
  }
  keyStore.set({ key, wanted: null })
}

export function forgetKey(): void {
  localStorage.removeItem(NAME)
  keyStore.set({ key: null, wanted: null })
}

function savedKey(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return null
  }
}
