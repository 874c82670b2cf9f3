import { describe, expect, it } from 'vitest'
import { boundsUnheeded, decodeEngine, type EngineFields } from './engine-fields.ts'
import { NO_FILES } from './named-files.ts'

const FILES = {
  ...NO_FILES,
  adapter: (name: string) => `/adapters/${name}`,
  draft: (name: string) => `/models/${name}`,
}

const decode = (fields: EngineFields) => decodeEngine(fields, FILES)

describe('decodeEngine', () => {
  it('leaves everything as it was loaded when nothing is asked for', () => {
    expect(decode({})).toEqual({ adapters: [], speculation: undefined })
    expect(decode({ spec_type: null, lora_path: null, spec_draft_model: null })).toEqual(decode({}))
  })

  it.each(['none', ''])('turns guessing off for %j', (spec_type) => {
    expect(decode({ spec_type }).speculation).toBeNull()
  })

  it("guesses three tokens ahead, as GenieX's document has it", () => {
    expect(decode({ spec_type: 'ngram-map-k' }).speculation).toEqual({
      kind: 'ngram-map-k',
      maxTokens: 3,
      minTokens: 0,
      minProbability: 0,
    })
  })

  it('takes every number, and the file of the draft', () => {
    const fields = { spec_type: 'draft-simple', spec_draft_model: 'd', spec_n_max: 8, spec_n_min: 2, spec_p_min: 0.5 }
    expect(decode(fields).speculation).toEqual({
      kind: 'draft-simple',
      draftModel: '/models/d',
      maxTokens: 8,
      minTokens: 2,
      minProbability: 0.5,
    })
  })

  it('a draft model alone says that it shall draft', () => {
    expect(decode({ spec_draft_model: 'd' }).speculation).toMatchObject({
      kind: 'draft-simple',
      draftModel: '/models/d',
    })
  })

  it('applies an adapter at full strength unless told otherwise', () => {
    expect(decode({ lora_path: 'pirate' }).adapters).toEqual([{ path: '/adapters/pirate', scale: 1 }])
    expect(decode({ lora_path: 'pirate', lora_alpha: 0.25 }).adapters).toEqual([
      { path: '/adapters/pirate', scale: 0.25 },
    ])
  })

  it.each<[EngineFields, string, string]>([
    [{ spec_type: 'magic' }, 'spec_type', '`spec_type` must be one of draft-simple, draft-mtp, draft-eagle3,'],
    [
      { spec_type: 'ngram-mod', spec_draft_model: 'd' },
      'spec_draft_model',
      '`spec_draft_model` is only allowed with the `spec_type` draft-simple or draft-eagle3, not with ngram-mod.',
    ],
    [{ lora_alpha: 0.5 }, 'lora_alpha', '`lora_alpha` is only allowed with `lora_path`.'],
  ])('refuses %j by name', (fields, param, message) => {
    expect(() => decode(fields)).toThrow(
      expect.objectContaining({ code: 'invalid_value', param, message: expect.stringContaining(message) }),
    )
  })

  it('lets no file be named where none may be', () => {
    expect(() => decodeEngine({ lora_path: 'a' })).toThrow('`lora_path` is not supported by this endpoint.')
    expect(() => decodeEngine({ spec_draft_model: 'a' })).toThrow(
      '`spec_draft_model` is not supported by this endpoint.',
    )
  })
})

it('bounds of guesses that nobody makes are told', () => {
  expect(boundsUnheeded({ spec_n_max: 3, spec_p_min: 0.5 })).toEqual(['spec_n_max', 'spec_p_min'])
  expect(boundsUnheeded({ spec_type: 'none', spec_n_min: 0 })).toEqual(['spec_n_min'])
  expect(boundsUnheeded({ spec_type: 'ngram-mod', spec_n_max: 3 })).toEqual([])
  expect(boundsUnheeded({ spec_draft_model: 'small', spec_n_max: 3 })).toEqual([])
})
