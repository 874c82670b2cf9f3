import { describe, expect, it } from 'vitest'
import { suiteGroups } from '../../../../test/fixtures/json-schema-suite/index.ts'
import { matches } from '../../../../test/grammar/matches.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { GrammarPart } from '../part.ts'
import { compileSchema } from './compile.ts'

/** The grammar, or the refusal; anything else that is thrown fails the test. */
function compiled(schema: unknown): GrammarPart | TrivetError {
  try {
    return compileSchema(schema)
  } catch (refusal) {
    if (refusal instanceof TrivetError && refusal.code === 'unsupported_schema') return refusal
    throw refusal
  }
}

describe('the JSON Schema Test Suite', () => {
  const outcomes = suiteGroups.map((group) => ({ ...group, outcome: compiled(group.schema) }))
  const accepted = outcomes.flatMap(({ outcome, ...group }) =>
    outcome instanceof TrivetError ? [] : [{ ...group, part: outcome }],
  )

  it('is taken in for the most part, and refused by keyword where it is not', () => {
    expect(outcomes).toHaveLength(396)
    expect(accepted.length).toBeGreaterThanOrEqual(230)
    for (const { outcome } of outcomes) {
      if (outcome instanceof TrivetError)
        expect(outcome.message).toMatch(/^The JSON Schema can't be enforced: `.+` at #/)
    }
  })

  it.each(accepted)('$group: no text of the grammar is invalid', ({ tests, part }) => {
    for (const [instance, valid] of tests) {
      const text = JSON.stringify(instance)
      // A grammar may leave valid texts out, but never has one that is not.
      expect([text, valid || !matches(part, text)]).toEqual([text, true])
    }
  })

  it('is not refused by leaving everything out', () => {
    const valid = accepted.flatMap(({ tests, part }) =>
      tests.filter(([, ok]) => ok).map(([instance]) => ({ instance, part })),
    )
    const written = valid.filter(({ instance, part }) => matches(part, JSON.stringify(instance)))
    expect(written.length / valid.length).toBeGreaterThan(0.7)
  })
})
