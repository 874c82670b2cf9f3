import { AsyncLocalStorage } from 'node:async_hooks'

/** The same items, made in the context of whoever asks for this, wherever they are iterated: for whom is part of it. */
export function keptContext<T>(items: AsyncGenerator<T>): AsyncIterable<T> {
  const here = AsyncLocalStorage.snapshot()
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => here(() => items.next()),
      return: () => here(() => items.return(undefined)),
    }),
  }
}
