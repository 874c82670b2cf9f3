/**
 * The same values, once the first is there: what fails before it rejects here, where a status can still be sent.
 */
export async function primed<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  return resumed(first, iterator)
}

async function* resumed<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T, void> {
  try {
    for (let result = first; !result.done; result = await iterator.next()) yield result.value
  } finally {
    await iterator.return?.()
  }
}
