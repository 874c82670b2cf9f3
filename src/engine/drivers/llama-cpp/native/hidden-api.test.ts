import { expect, test } from 'vitest'
import { bindHidden } from './hidden-api.ts'
import type { Library } from './library.ts'

/** A library that exports any function, or none of those with C++ names. */
function library(exportsCpp: boolean): Library {
  const func = (prototype: string) => {
    if (exportsCpp) return () => null
    throw new Error(`Cannot find function ${prototype}`)
  }
  return { func } as unknown as Library
}

test('what a build exports is bound, and another build does without', () => {
  expect(Object.keys(bindHidden(library(true), '0.5.0-dev') ?? {})).toContain('embeddingsOf')
  expect(bindHidden(library(false), '0.5.0-dev')).toBeNull()
})

test('of a version whose graphs are not known nothing is bound', () => {
  expect(bindHidden(library(true), '0.4.0')).toBeNull()
})
