import fc from 'fast-check'
import { z } from 'zod'

/** As much of a JSON Schema as values are made from. */
interface Shape {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Shape>>
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

/** Texts that have broken programs before. */
const HOSTILE = [
  '',
  '__proto__',
  'constructor',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '../../etc/passwd',
  '{{7*7}}',
  '%',
  'é'.repeat(300),
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('m', 'hi', 'user', 'auto') },
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const number = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 8 }) },
  fc.constantFrom(-1, 0.5, 1e308, -1e308, 2 ** 53, 1e-320),
)

/** How deep values go; below, whatever is asked for is left out. */
const MAX_DEPTH = 6

/** Bodies that a schema would mostly take, wrong here and there. */
export function nearBodies(schema: z.ZodType): fc.Arbitrary<unknown> {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  return nearValues(whole, whole, 0)
}

function nearValues(shape: Shape, whole: Shape, depth: number): fc.Arbitrary<unknown> {
  const right = rightValues(shape, whole, depth)
  return fc.oneof({ weight: 24, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
}

function rightValues(shape: Shape, whole: Shape, depth: number): fc.Arbitrary<unknown> {
  if (depth > MAX_DEPTH) return fc.constant(null)
  if (shape.$ref !== undefined) return nearValues(referred(shape.$ref, whole), whole, depth + 1)
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => nearValues(choice, whole, depth + 1)))
  switch (shape.type) {
    case 'string':
      return text
    case 'integer':
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(nearValues(shape.items ?? {}, whole, depth + 1), { maxLength: 3 })
    case 'object':
      return objects(shape, whole, depth)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** What is required is mostly there; of the rest, a few. */
function objects({ properties = {}, required = [] }: Shape, whole: Shape, depth: number): fc.Arbitrary<unknown> {
  const names = Object.keys(properties)
  const optional = names.filter((name) => !required.includes(name))
  const chosen = fc.subarray(optional, { maxLength: Math.min(4, optional.length) })
  return chosen.chain((some) =>
    fc.record(
      Object.fromEntries(
        [...required, ...some].map((name) => [name, nearValues(properties[name] ?? {}, whole, depth + 1)]),
      ),
    ),
  )
}

function referred(reference: string, { $defs = {} }: Shape): Shape {
  return $defs[reference.replace('#/$defs/', '')] ?? {}
}
