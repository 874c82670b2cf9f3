import type { ResponseFormat } from '../../core/chat.ts'
import { TrivetError } from '../../core/errors.ts'
import { checkedFormat } from '../answering/checked-format.ts'
import type { NamedFiles } from '../fields/named-files.ts'
import type { FormatFields } from './format-fields.ts'

/** A field that asks for a format, and which. */
interface Wish {
  readonly field: string
  readonly format: ResponseFormat
}

/**
 * The form of the answer, by whichever name it was asked for. Throws `invalid_value` when two names ask for different
 * things, and what `checkedFormat` throws.
 */
export function decodeFormat(fields: FormatFields, files: NamedFiles): ResponseFormat {
  const wished = wishes(fields, files)
  // A schema is a more particular wish for JSON, so the two go together.
  const wish = wished.find(({ format }) => !isAnyObject(format)) ?? wished[0]
  if (wish === undefined) return { type: 'text' }
  const told = JSON.stringify(wish.format)
  const same = (format: ResponseFormat) =>
    JSON.stringify(format) === told || (isAnyObject(format) && wish.format.type === 'json')
  const other = wished.find(({ format }) => !same(format))
  if (other !== undefined) {
    const reason = `\`${other.field}\` asks for another form of answer than \`${wish.field}\`. Send one of them.`
    throw new TrivetError('invalid_value', { reason }, other.field)
  }
  return checkedFormat(wish.format, wish.field)
}

/** The more particular before the more general. */
function wishes(fields: FormatFields, files: NamedFiles): readonly Wish[] {
  const { structured_outputs: outputs } = fields
  const wanted: (Wish | null)[] = [
    responseFormat(fields.response_format),
    json('json_schema', fields.json_schema),
    json('guided_json', fields.guided_json),
    json('structured_outputs.json', outputs?.json),
    grammar('grammar_string', fields.grammar_string),
    grammar('grammar', fields.grammar),
    grammar('guided_grammar', fields.guided_grammar),
    grammar('structured_outputs.grammar', outputs?.grammar),
    grammar('grammar_path', fields.grammar_path && files.grammar(fields.grammar_path)),
    regex('regex', fields.regex),
    regex('guided_regex', fields.guided_regex),
    regex('structured_outputs.regex', outputs?.regex),
    choice('choice', fields.choice),
    choice('guided_choice', fields.guided_choice),
    choice('structured_outputs.choice', outputs?.choice),
    json('structured_outputs.json_object', outputs?.json_object || null, null),
    json('enable_json', fields.enable_json || null, null),
  ]
  return wanted.filter((wish) => wish !== null)
}

function responseFormat(format: FormatFields['response_format']): Wish | null {
  const field = 'response_format'
  switch (format?.type) {
    case 'json_object':
      return json(field, format.schema ?? true, format.schema ?? null)
    case 'json_schema':
      return json(field, format.json_schema?.schema ?? format.schema)
    default:
      return null
  }
}

/** @param schema what stands in the field, or what it stands for: `null` is any object */
function json(field: string, given: unknown, schema: unknown = given): Wish | null {
  return given === undefined || given === null ? null : { field, format: { type: 'json', schema } }
}

function grammar(field: string, gbnf: string | null | undefined): Wish | null {
  return gbnf ? { field, format: { type: 'grammar', gbnf } } : null
}

function regex(field: string, pattern: string | null | undefined): Wish | null {
  return pattern ? { field, format: { type: 'regex', pattern } } : null
}

function choice(field: string, options: readonly string[] | null | undefined): Wish | null {
  return options ? { field, format: { type: 'choice', options } } : null
}

function isAnyObject(format: ResponseFormat): boolean {
  return format.type === 'json' && format.schema === null
}
