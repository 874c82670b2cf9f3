export { answerPart } from './answer.ts'
export { toGbnf } from './gbnf.ts'
export { anyObject, anyValue } from './json/value.ts'
export {
  choice,
  type GrammarPart,
  IMPOSSIBLE,
  literal,
  NOTHING_MORE,
  optional,
  type Rule,
  repeat,
  rule,
  sequence,
} from './part.ts'
export { isSatisfiable } from './possible.ts'
export { compileSchema } from './schema/compile.ts'
export { INPUT_KEYWORD, inputSchema } from './schema/held-input.ts'
export { inputPart } from './text/input.ts'
