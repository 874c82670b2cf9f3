import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { keptContext } from './kept-context.ts'

test('items are made for whoever asked, wherever they are iterated', async () => {
  const who = new AsyncLocalStorage<string>()
  const items = who.run('mine', () =>
    keptContext(
      (async function* () {
        yield who.getStore()
        yield who.getStore()
      })(),
    ),
  )
  const seen: unknown[] = []
  await who.run('yours', async () => {
    for await (const item of items) seen.push(item)
  })
  expect(seen).toEqual(['mine', 'mine'])
})
