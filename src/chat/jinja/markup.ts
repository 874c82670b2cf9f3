import type { Expression } from './syntax.ts'
import type { Value } from './value.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

/** As Jinja's `escape`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/**
 * `'a' | safe + b` escapes `b`: Jinja's safe text does that to what is added to it, wanted or not. Nothing else about
 * safe text shows, so it needs no type of its own: whether a sum is safe can be read off its terms.
 */
export function escapedForSum(
  sum: Extract<Expression, { kind: 'arithmetic' }>,
  left: Value,
  right: Value,
): [Value, Value] {
  if (sum.operator !== '+') return [left, right]
  const [leftSafe, rightSafe] = [isSafe(sum.left), isSafe(sum.right)]
  const escaped = (value: Value) => (typeof value === 'string' ? escapeHtml(value) : value)
  if (leftSafe && !rightSafe) return [left, escaped(right)]
  return rightSafe && !leftSafe ? [escaped(left), right] : [left, right]
}

function isSafe(node: Expression): boolean {
  if (node.kind === 'filter') return ['safe', 'escape', 'e'].includes(node.filter.name)
  return node.kind === 'arithmetic' && node.operator === '+' && (isSafe(node.left) || isSafe(node.right))
}
