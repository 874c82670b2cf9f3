import type { z } from 'zod'
import { type Flaw, TrivetError } from '../../core/errors.ts'
import { complaint } from './complaint.ts'
import { fieldPath, valueAt } from './field-path.ts'
import { flawOf } from './flaws.ts'
import { meantAlternative } from './meant-alternative.ts'
import type { IssueMark } from './refinements.ts'

type Issue = z.core.$ZodIssue

/**
 * `data` as the schema keeps it. Throws a TrivetError about the first thing wrong with it, which has all of them.
 * @param where the client wrote it
 */
export function validate<T>(schema: z.ZodType<T>, data: unknown, where: 'body' | 'query' = 'body'): T {
  if (data === undefined) {
    const flaws: Flaw[] = [{ path: [where], kind: 'missing', of: 'object', message: 'is required' }]
    throw new TrivetError('invalid_json', { reason: 'it is empty.' }, null, { flaws })
  }
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const flaws = result.error.issues.map((issue) => flawOf(issue, [where], data))
  const issue = result.error.issues[0]
  throw issue ? issueError(issue, [], data, flaws) : new TrivetError('internal_error')
}

function issueError(issue: Issue, base: readonly PropertyKey[], data: unknown, flaws: readonly Flaw[]): TrivetError {
  const path = [...base, ...issue.path]
  const field = fieldPath(path)
  const mark = issue.code === 'custom' ? (issue.params as IssueMark | undefined) : undefined
  if (mark && 'refused' in mark) {
    const details = { parameter: field, where: 'this server yet', neutral: mark.refused.neutral }
    return new TrivetError('unsupported_parameter', details, field, { flaws })
  }
  if (mark && 'row' in mark) return new TrivetError(mark.row, { ...mark.details, field }, field)
  const absent = typeof path.at(-1) === 'string' && (valueAt(data, path) ?? null) === null
  if (absent) return new TrivetError('missing_field', { field }, field, { flaws })
  const value = valueAt(data, path)
  const meant = issue.code === 'invalid_union' ? meantAlternative(issue, value) : null
  if (meant) return issueError(meant, path, data, flaws)
  return invalid(pathAtFault(issue, path), complaint(issue, value), flaws)
}

/** A value that doesn't fit, named by where it is. */
function invalid(path: readonly PropertyKey[], complaint: string, flaws: readonly Flaw[]): TrivetError {
  if (path.length === 0) {
    return new TrivetError('invalid_value', { reason: `The request body ${complaint}.` }, null, { flaws })
  }
  const field = fieldPath(path)
  return new TrivetError('invalid_value', { reason: `\`${field}\` ${complaint}.` }, field, { flaws })
}

/** An unknown `type` makes the whole object it tags unusable, so that object is named. */
function pathAtFault(issue: Issue, path: readonly PropertyKey[]): readonly PropertyKey[] {
  return issue.code === 'invalid_union' && path.at(-1) === 'type' ? path.slice(0, -1) : path
}
