import { expect, test } from 'vitest'
import { models } from '../../../../../test/fixtures/models.ts'
import type { Plan } from '../../../driver.ts'
import { findLibrary } from '../library-path.ts'
import { openLibrary } from '../native/library.ts'
import { planLlamaCpp } from '../plan.ts'
import { headLayersOf } from './head-layers.ts'

function plan(deterministic = false): Plan {
  const facts = { path: models.headed(), sizeBytes: 1 }
  return planLlamaCpp('m', facts, { deterministic }, { cores: 1 }, { libraryPath: null }, new Set())
}

test('a build that exports no way to tell them anything leaves MTP layers unused, and says so', () => {
  const library = { ...openLibrary(findLibrary(null)), version: '0.5.0', hidden: null }
  expect(headLayersOf(library, plan())).toEqual({
    obstacle: 'this build of llama.cpp, 0.5.0, exports no functions for MTP that are known here',
    count: 0,
  })
})

test('so does `deterministic`', () => {
  expect(headLayersOf(openLibrary(findLibrary(null)), plan(true)).obstacle).toContain('`deterministic` rules out')
})
