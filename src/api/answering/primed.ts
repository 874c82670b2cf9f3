/**
 * The same values, once the first is there: what fails before it rejects here, where a status can still be sent.
 */
export async function primed<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  return (await begun(source)).values
}

/** What a source begins with (`null`: nothing), and its values from there on: to be iterated, or left. */
export async function begun<T>(
  source: AsyncIterable<T>,
): Promise<{ readonly first: T | null; readonly values: AsyncGenerator<T, void>; leave(): Promise<void> }> {
  const iterator = source[Symbol.asyncIterator]()
  const first = await iterator.next()
  const leave = async () => void (await iterator.return?.())
  return { first: first.done ? null : first.value, values: resumed(first, iterator), leave }
}

async function* resumed<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T, void> {
  try {
    for (let result = first; !result.done; result = await iterator.next()) yield result.value
  } finally {
    await iterator.return?.()
  }
}
