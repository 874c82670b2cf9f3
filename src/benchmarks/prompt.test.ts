import { expect, test } from 'vitest'
import type { OpenModel } from '../scheduler/scheduler.ts'
import { promptsOfSize } from './prompt.ts'

/** A model whose tokens are words, and how often it was asked for them. */
function wordModel() {
  const asked: string[] = []
  const open = {
    async *run([task]: readonly { readonly text: string }[]) {
      asked.push(task?.text ?? '')
      yield { task: 0, event: { type: 'tokens', ids: (task?.text ?? '').split(' ').map((word) => word.length) } }
    },
  } as unknown as OpenModel
  return { open, asked }
}

const { signal } = new AbortController()

test.each([1, 5, 37, 100_000])('a prompt of %i tokens has just so many, counted a few times only', async (size) => {
  const { open, asked } = wordModel()
  const prompt = await promptsOfSize(open, 'one two three', size, signal)('label')
  expect(prompt).toHaveLength(size)
  expect(asked.length).toBeLessThanOrEqual(18)
})

test('prompts of different labels begin differently', async () => {
  const { open } = wordModel()
  const make = promptsOfSize(open, 'one two three', 4, signal)
  expect(await make('a')).not.toEqual(await make('bb'))
})
