import type { z } from 'zod'
import { TrivetError } from '../core/errors.ts'
import { complaint } from './complaint.ts'
import { fieldPath, valueAt } from './field-path.ts'
import { meantAlternative } from './meant-alternative.ts'
import type { IssueMark } from './refinements.ts'

type Issue = z.core.$ZodIssue

/** `data` as the schema keeps it. Throws a TrivetError about the first thing wrong with it. */
export function validate<T>(schema: z.ZodType<T>, data: unknown): T {
  if (data === undefined) throw new TrivetError('invalid_json', { reason: 'it is empty.' })
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw issue ? issueError(issue, [], data) : new TrivetError('internal_error')
}

function issueError(issue: Issue, base: readonly PropertyKey[], data: unknown): TrivetError {
  const path = [...base, ...issue.path]
  const field = fieldPath(path)
  const mark = issue.code === 'custom' ? (issue.params as IssueMark | undefined) : undefined
  if (mark && 'refused' in mark) {
    const details = { parameter: field, where: 'this server yet', neutral: mark.refused.neutral }
    return new TrivetError('unsupported_parameter', details, field)
  }
  if (mark && 'row' in mark) return new TrivetError(mark.row, { ...mark.details, field }, field)
  const absent = typeof path.at(-1) === 'string' && (valueAt(data, path) ?? null) === null
  if (absent) return new TrivetError('missing_field', { field }, field)
  const value = valueAt(data, path)
  const meant = issue.code === 'invalid_union' ? meantAlternative(issue, value) : null
  if (meant) return issueError(meant, path, data)
  return invalid(pathAtFault(issue, path), complaint(issue, value))
}

/** A value that doesn't fit, named by where it is. */
function invalid(path: readonly PropertyKey[], complaint: string): TrivetError {
  if (path.length === 0) return new TrivetError('invalid_value', { reason: `The request body ${complaint}.` })
  const field = fieldPath(path)
  return new TrivetError('invalid_value', { reason: `\`${field}\` ${complaint}.` }, field)
}

/** An unknown `type` makes the whole object it tags unusable, so that object is named. */
function pathAtFault(issue: Issue, path: readonly PropertyKey[]): readonly PropertyKey[] {
  return issue.code === 'invalid_union' && path.at(-1) === 'type' ? path.slice(0, -1) : path
}
