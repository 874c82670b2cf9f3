import { describe, expect, test } from 'vitest'
import { FakeScheduler, says } from '../../../test/fakes/scheduler.ts'
import { NEUTRAL_SAMPLING } from '../../core/sampling.ts'
import type { GenerateTask } from '../../core/task.ts'
import { refuseUnsupported } from './refuse-unsupported.ts'

const NEUTRAL: GenerateTask = { kind: 'generate', prompt: 'p', sampling: NEUTRAL_SAMPLING, maxTokens: null }
const USED: Partial<GenerateTask>[] = [
  { maxTokens: 1 },
  { minTokens: 1 },
  { ignoreEos: true },
  { logprobs: 0 },
  { constraint: { grammar: 'root ::= "a"' } },
  { adapters: [{ path: 'a.gguf', scale: 1 }] },
  { speculation: { kind: 'ngram-simple', maxTokens: 4, minTokens: 0, minProbability: 0 } },
]

async function open(...refused: (keyof GenerateTask)[]) {
  const scheduler = new FakeScheduler([{ id: 'm', reply: says(), refused: refused as 'maxTokens'[] }])
  return scheduler.open('m')
}

describe('a parameter that the engine refuses', () => {
  test.each(USED)('%j is refused by name', async (fields) => {
    const [name] = Object.keys(fields) as (keyof GenerateTask)[]
    const model = await open(...(name ? [name] : []))
    expect(() => refuseUnsupported(model, { ...NEUTRAL, ...fields })).toThrow(
      /^The parameter `\w+` is not supported by/,
    )
    expect(() => refuseUnsupported(model, NEUTRAL)).not.toThrow()
  })

  test('asks for nothing at its neutral value', async () => {
    const model = await open('maxTokens', 'minTokens', 'ignoreEos', 'adapters')
    const neutral = { maxTokens: null, minTokens: 0, ignoreEos: false, adapters: [] }
    expect(() => refuseUnsupported(model, { ...NEUTRAL, ...neutral })).not.toThrow()
  })
})

test('what the engine can do is let through', async () => {
  const model = await open()
  for (const fields of USED) expect(() => refuseUnsupported(model, { ...NEUTRAL, ...fields })).not.toThrow()
})
