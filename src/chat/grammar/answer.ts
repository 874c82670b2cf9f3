import { createHash } from 'node:crypto'
import type { ResponseFormat } from '../../core/chat.ts'
import { AS_IS, partOf } from './automaton/part.ts'
import { withinBudget } from './budget.ts'
import { alternatives } from './factor.ts'
import { readGbnf } from './gbnf-read.ts'
import { anyObject } from './json/value.ts'
import { LIMITS } from './limits.ts'
import { Lru } from './lru.ts'
import { type GrammarPart, literal } from './part.ts'
import { matchAutomaton } from './pattern/automaton.ts'
import { isSatisfiable } from './possible.ts'
import { GrammarRefusal, orRefused } from './refusal.ts'
import { compileSchema } from './schema/compile.ts'

/** Answer formats kept compiled. Clients ask for few, again and again. */
const kept = new Lru<GrammarPart>(64)

/**
 * The answers that a format allows, compiled once; `null` when it allows any. Throws `unsupported_schema`, or
 * `invalid_value` for a grammar, pattern or choice that can't be followed.
 */
export function answerPart(format: ResponseFormat): GrammarPart | null {
  if (format.type === 'text') return null
  const key = createHash('sha256').update(JSON.stringify(format)).digest('base64')
  return kept.get(key, () => orRefused('format', () => withinBudget(LIMITS.steps, () => compiled(format))))
}

function compiled(format: Exclude<ResponseFormat, { type: 'text' }>): GrammarPart {
  switch (format.type) {
    case 'json':
      return format.schema === null ? anyObject : compileSchema(format.schema)
    case 'grammar':
      return orRefused('grammar', () => readGbnf(format.gbnf))
    case 'regex':
      return orRefused('regular expression', () => matched(format.pattern))
    case 'choice':
      return orRefused('choice', () => chosen(format.options))
  }
}

function matched(pattern: string): GrammarPart {
  const part = partOf(matchAutomaton(pattern), AS_IS)
  if (!isSatisfiable(part)) throw new GrammarRefusal('matches no text')
  return part
}

function chosen(options: readonly string[]): GrammarPart {
  if (options.length > LIMITS.choices) throw new GrammarRefusal(`has more than ${LIMITS.choices} texts`)
  if (options.some((text) => text.includes('\0'))) throw new GrammarRefusal('has a NUL in a text')
  return alternatives(options.map(literal))
}
