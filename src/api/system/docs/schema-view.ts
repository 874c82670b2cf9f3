import { refName, type Schema } from './document.ts'
import { type Html, html, prose } from './html.ts'

/** A schema in one line: `number, 0 to 2, or null`; names of components are links. */
export function typeView(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return joined(alternatives.flatMap(flattened).map(typeView), ' or ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return joined(schema.enum.map(literal), ' | ')
  if (schema.type === 'array') return html`array of ${typeView(schema.items ?? {})}${sizeView(schema)}`
  if (schema.type === 'object' && schema.properties) return html`object`
  if (schema.type === 'object') return html`object of ${typeView(elementOf(schema))}`
  return html`${plainType(schema)}${rangeView(schema)}`
}

/** The fields of an object, one a row; those of objects inside follow with their path. */
export function fieldRows(schema: Schema, prefix = ''): readonly Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = objectIn(field)
    const required = schema.required?.includes(name) ? html` <em>required</em>` : null
    const row = html`<tr><th><code>${prefix}${name}</code>${required}</th><td>${typeView(field)}</td><td>${prose(field.description ?? '')}</td></tr>`
    return inner ? [row, ...fieldRows(inner.schema, `${prefix}${name}${inner.suffix}`)] : [row]
  })
}

/** The object that a field holds, by itself, in a list, or beside null. */
function objectIn(field: Schema): { schema: Schema; suffix: string } | null {
  const candidates = (field.anyOf ?? field.oneOf ?? [field]).flatMap(flattened)
  for (const candidate of candidates) {
    if (candidate.properties) return { schema: candidate, suffix: '.' }
    if (candidate.items?.properties) return { schema: candidate.items, suffix: '[].' }
  }
  return null
}

function flattened(schema: Schema): readonly Schema[] {
  return (schema.anyOf ?? schema.oneOf)?.flatMap(flattened) ?? [schema]
}

function elementOf(schema: Schema): Schema {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
}

function plainType({ type }: Schema): string {
  if (type === undefined) return 'any'
  return typeof type === 'string' ? type : type.join(' or ')
}

/** Limits that only say "as a double can hold" are no news. */
function rangeView({ minimum, maximum }: Schema): string {
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : null
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : null
  if (low !== null && high !== null) return `, ${low} to ${high}`
  if (low !== null) return `, at least ${low}`
  return high === null ? '' : `, at most ${high}`
}

function sizeView({ minItems, maxItems }: Schema): string {
  if (minItems !== undefined && maxItems !== undefined) return `, ${minItems} to ${maxItems}`
  if (minItems !== undefined) return `, at least ${minItems}`
  return maxItems === undefined ? '' : `, at most ${maxItems}`
}

function literal(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`
}

function joined(views: readonly Html[], separator: string): Html {
  return html`${views.flatMap((view, index) => (index === 0 ? [view] : [html`${separator}`, view]))}`
}
