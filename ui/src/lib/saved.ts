import { createStore, type Store } from './store.ts'

/** What this browser remembers under a name. A browser that remembers nothing forgets it with the page. */
export function savedStore<T>(name: string, initial: T, read: (value: unknown) => T): Store<T> {
  const store = createStore(load())
  store.subscribe(() => {
    try {
      localStorage.setItem(name, JSON.stringify(store.get()))
    } catch {
      // Full, or forbidden: it lasts as long as the page.
    }
  })
  return store

  function load(): T {
    try {
      const text = localStorage.getItem(name)
      return text === null ? initial : read(JSON.parse(text))
    } catch {
      return initial
    }
  }
}
