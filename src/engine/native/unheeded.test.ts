import { expect, test } from 'vitest'
import { refuseDraft, refuseProjector, unheeded } from './unheeded.ts'

test('what a runtime passes over is told by its names in the settings', () => {
  expect(unheeded('RKNN', { kvType: 'q8_0', slots: 4, threads: 2 }, ['threads'])).toEqual([
    { about: ['slots', 'kvType'], words: 'RKNN has no slots, kv_type: passed over.' },
  ])
})

test('what comes to the same without being said is not', () => {
  const wish = { slots: 1, deterministic: false, flashAttention: 'auto', loadMode: 'auto' } as const
  expect(unheeded('RKNN', wish, [])).toEqual([])
})

test('a draft model is refused by its name', () => {
  expect(() => refuseDraft('RKNN', { draftModel: '/m' })).toThrow(
    'The parameter `draft_model` is not supported by the RKNN engine. Leave it out or set it to null.',
  )
  expect(() => refuseDraft('RKNN', { draftModel: null })).not.toThrow()
})

test('so is an encoder of images or sounds', () => {
  expect(() => refuseProjector('RKNN', { projector: '/m' })).toThrow(
    'The parameter `mmproj` is not supported by the RKNN engine. Leave it out or set it to null.',
  )
  expect(() => refuseProjector('RKNN', { projector: null })).not.toThrow()
})
