import { expect, test } from 'vitest'
import { benchProgram } from './program.ts'

/** The options that the action of a command line would get. */
async function optionsOf(line: string): Promise<Record<string, unknown>> {
  const program = benchProgram()
  let given = {}
  for (const command of [program, ...program.commands]) {
    command.action((options: Record<string, unknown>) => {
      given = options
    })
  }
  await program.parseAsync(line.split(' '), { from: 'user' })
  return given
}

test('options after `overhead` are its own, those of the same name included', async () => {
  expect(await optionsOf('overhead --model a.gguf --concurrency 2,3 --max-tokens 9 --rounds 1 --json f')).toEqual({
    ...{ model: 'a.gguf', concurrency: [2, 3], maxTokens: 9, rounds: 1, threads: 1, json: 'f' },
  })
})

test('the load client: repeatable URLs and models, and what is left out', async () => {
  expect(await optionsOf('--url http://a --url http://b --model m --body {"x":1} --warmup 0')).toEqual({
    ...{ url: ['http://a', 'http://b'], model: ['m'], body: { x: 1 }, warmup: 0 },
    ...{ concurrency: [1, 2, 4, 8], promptTokens: 128, sharedTokens: 0, maxTokens: 128, requests: 16 },
  })
})
