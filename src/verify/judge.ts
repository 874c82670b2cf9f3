import type { z } from 'zod'
import type { Answer } from './client.ts'

/** A broken promise, in words that quote neither prompt nor answer. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

/** A promise that can't be looked into on this server. */
export class Skip extends Error {
  override readonly name = 'Skip'
}

/** Throws a `Failure` unless the promise is kept. */
export function must(kept: boolean, complaint: string): asserts kept {
  if (!kept) throw new Failure(complaint)
}

/** Throws a `Failure` for another status. */
export function hasStatus(answer: Answer, ...statuses: readonly number[]): void {
  must(statuses.includes(answer.status), `status ${answer.status}, not ${statuses.join(' or ')}`)
}

/** Throws a `Failure` unless the header's value is, or matches, this one. */
export function hasHeader({ headers }: Answer, name: string, value: string | RegExp): void {
  const actual = headers.get(name)
  must(actual !== null, `no header ${name}`)
  const fits = typeof value === 'string' ? actual === value : value.test(actual)
  must(fits, `the header ${name} is ${JSON.stringify(actual)}, not ${value}`)
}

/** The JSON of an answer with this status and of this shape. Throws a `Failure` that says where it differs. */
export function told<Schema extends z.ZodType>(answer: Answer, status: number, schema: Schema): z.output<Schema> {
  hasStatus(answer, status)
  must(answer.json !== undefined, 'the body is not JSON')
  return shaped(answer.json, schema)
}

/** A value of this shape. Throws a `Failure` that says where it differs. */
export function shaped<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`)
  throw new Failure(complaints.join('; '))
}
