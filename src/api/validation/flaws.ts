import type { z } from 'zod'
import type { Flaw } from '../../core/errors.ts'
import { complaint } from './complaint.ts'
import { valueAt } from './field-path.ts'
import { meantAlternative } from './meant-alternative.ts'
import type { IssueMark } from './refinements.ts'

type Issue = z.core.$ZodIssue

/**
 * One of zod's issues in our words; of a union, what is wrong with the alternative that was meant.
 * @param base where `root` itself stands
 * @param root what was validated
 */
export function flawOf(
  issue: Issue,
  base: readonly PropertyKey[],
  root: unknown,
  within: readonly PropertyKey[] = [],
): Flaw {
  const place = [...within, ...issue.path]
  const path = [...base, ...place]
  const value = valueAt(root, place)
  const mark = issue.code === 'custom' ? (issue.params as IssueMark | undefined) : undefined
  const absent = typeof place.at(-1) === 'string' && value === undefined
  if (absent || (mark && 'missing' in mark)) return { path, kind: 'missing', of: 'object', message: 'is required' }
  const meant = issue.code === 'invalid_union' ? meantAlternative(issue, value) : null
  if (meant) return flawOf(meant, base, root, place)
  return { path, ...kindOf(issue), message: complaint(issue, value) }
}

function kindOf(issue: Issue): Pick<Flaw, 'kind' | 'of'> {
  switch (issue.code) {
    case 'invalid_type':
      return { kind: 'wrong_type', of: issue.expected === 'record' ? 'object' : issue.expected }
    case 'too_small':
    case 'too_big':
      return { kind: issue.code, of: issue.origin }
    case 'invalid_value':
      return { kind: 'no_choice', of: 'string' }
    case 'invalid_format':
      return { kind: 'no_match', of: 'string' }
    case 'invalid_union':
      return { kind: 'wrong_type', of: 'string' }
    default:
      return { kind: 'other', of: 'object' }
  }
}
