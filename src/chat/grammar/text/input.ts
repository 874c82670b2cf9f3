import { createHash } from 'node:crypto'
import type { ToolInput } from '../../../core/chat.ts'
import { partOf } from '../automaton/part.ts'
import { withinBudget } from '../budget.ts'
import { jsonSpelling } from '../json/spelling.ts'
import { ANY_TEXT } from '../json/text.ts'
import { compileLark } from '../lark/compile.ts'
import { LIMITS } from '../limits.ts'
import { Lru } from '../lru.ts'
import { type GrammarPart, literal, sequence } from '../part.ts'
import { matchAutomaton } from '../pattern/automaton.ts'
import { orRefused } from '../refusal.ts'
import { sound } from '../sound.ts'
import { IN_JSON } from './spelling.ts'

/** Inputs kept compiled. Agents send the same few with every request. */
const kept = new Lru<GrammarPart>(32)

/** The texts that a custom tool takes, as JSON strings. Throws `invalid_value` for a grammar that can't be followed. */
export function inputPart(input: ToolInput): GrammarPart {
  if (input.type === 'text') return ANY_TEXT
  const key = createHash('sha256').update(JSON.stringify(input)).digest('base64')
  const texts = kept.get(key, () => withinBudget(LIMITS.steps, () => compiled(input)))
  return sequence(literal('"'), texts, literal('"'))
}

function compiled(input: Exclude<ToolInput, { type: 'text' }>): GrammarPart {
  if (input.type === 'lark') return orRefused('Lark grammar', () => compileLark(input.definition, IN_JSON))
  return orRefused('regular expression', () => sound(partOf(matchAutomaton(input.pattern), jsonSpelling)))
}
