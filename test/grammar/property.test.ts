import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileSchema, toGbnf } from '../../src/chat/grammar/index.ts'
import { TrivetError } from '../../src/core/errors.ts'
import { judgeOf } from './judge.ts'
import { RandomEngine } from './random-engine.ts'
import { type TrialSchema, trialSchemas } from './schemas.ts'

/** Answers of each schema; 20 is what a release is held to. */
const SEEDS = Number(process.env.TRIVET_GRAMMAR_SEEDS ?? 2)

/** Room for strings to end by chance. */
const MAX_TOKENS = 150

/** Tokens of the random model that end something, made likelier so that answers do. */
const ENDINGS = ['"', '}', ']'].map((character) => [262 + character.charCodeAt(0) - 33, 6] as const)

function grammarOf({ schema }: TrialSchema): string | null {
  try {
    return toGbnf(compileSchema(schema))
  } catch (refusal) {
    if (refusal instanceof TrivetError) return null
    throw refusal
  }
}

describe('whatever schema is accepted, a model of random weights at temperature 2 keeps to it', () => {
  let engine: RandomEngine
  beforeAll(async () => {
    engine = await RandomEngine.start(8)
  })
  afterAll(() => engine.stop())

  const accepted = trialSchemas.flatMap((trial) => {
    const grammar = grammarOf(trial)
    return grammar === null ? [] : [{ ...trial, grammar }]
  })
  let complete = 0

  it.each(accepted)('$name', async ({ grammar, ...trial }) => {
    const valid = judgeOf(trial)
    const seeds = Array.from({ length: SEEDS }, (_, seed) => seed)
    const more = { maxTokens: MAX_TOKENS }
    const answers = await Promise.all(seeds.map((seed) => engine.answer(grammar, seed, more, { logitBias: ENDINGS })))
    for (const { text, reason, error } of answers) {
      expect(error).toBeNull()
      if (reason === 'length') continue
      expect(reason).toBe('stop')
      complete++
      expect([text, valid(JSON.parse(text)), valid.errors]).toEqual([text, true, null])
    }
  })

  it('comes to an end more often than not', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(270)
    expect(complete).toBeGreaterThan((accepted.length * SEEDS) / 2)
  })
})
