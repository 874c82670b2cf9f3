import { expect, test } from 'vitest'
import { partNames, readGgufName } from './file-names.ts'
import { checkModelId, idComplaint, idPart } from './id.ts'
import { precisionOf, preferredPrecision } from './precision.ts'
import { resolveModel, resolveRemoval } from './resolve.ts'

test.each([
  ['model-Q4_K_M.gguf', 'Q4_K_M'],
  ['model-q4_k_m.gguf', 'Q4_K_M'],
  ['model.IQ4_XS.gguf', 'IQ4_XS'],
  ['model_TQ1_0.gguf', 'TQ1_0'],
  ['BF16/model-BF16.gguf', 'BF16'],
  ['model-FP16.gguf', 'FP16'],
  ['model-F32-00001-of-00002.gguf', 'F32'],
  ['gpt-oss-20b-mxfp4-00001-of-00002.gguf', 'MXFP4'],
  ['model-MXFP4_MOE.gguf', 'MXFP4_MOE'],
  ['model-Q4_K_M_finetune.gguf', 'Q4_K_M'],
  ['aQ4_0.gguf', null],
  ['noQuant.gguf', null],
  ['modelI8.gguf', null],
  ['Qwen3-1.7B.gguf', null],
])('the precision of %s is %s', (name, precision) => {
  expect(precisionOf(name)).toBe(precision)
})

test('among precisions GenieX has favourites', () => {
  expect(preferredPrecision(['Q8_0', 'Q5_K_M', 'q4_k_m', 'Q4_0'])).toBe('Q4_0')
  expect(preferredPrecision(['Q8_0', 'Q5_K_M', 'q4_k_m'])).toBe('q4_k_m')
  expect(preferredPrecision(['Q6_K', 'BF16'])).toBe('BF16')
})

test.each([
  ['mmproj.gguf', 'mmproj', ''],
  ['mmproj-F16.gguf', 'mmproj', ''],
  ['mmproj_gemma-3-4b.gguf', 'mmproj', 'gemma-3-4b'],
  ['gemma-3-4b-it-mmproj.gguf', 'mmproj', 'gemma-3-4b-it'],
  ['gemma-3-4b-it.mmproj-f16.gguf', 'mmproj', 'gemma-3-4b-it'],
  ['demo-draft.gguf', 'draft', 'demo'],
  ['mtp-gemma-4-Q8_0.gguf', 'draft', 'gemma-4'],
  ['gemma-3-4b-it-Q4_K_M.gguf', 'weights', 'gemma-3-4b-it'],
  ['drafter.gguf', 'weights', 'drafter'],
  ['a/b/best-of-breed.gguf', 'weights', 'best-of-breed'],
])('%s is %s of %j', (name, role, family) => {
  expect(readGgufName(name)).toMatchObject({ role, family, part: null })
})

test('parts are told from whole files', () => {
  expect(readGgufName('m-00002-of-00003.gguf')).toMatchObject({ stem: 'm', part: { number: 2, of: 3 } })
  expect(readGgufName('m.safetensors')).toBeNull()
  expect(partNames('m-00002-of-00003.gguf', 3)).toEqual([
    'm-00001-of-00003.gguf',
    'm-00002-of-00003.gguf',
    'm-00003-of-00003.gguf',
  ])
})

test.each(['org/repo', 'org/repo:Q4_K_M', 'qwen3:4b@rkllm-rk3588', 'bge-m3@rknn2-rk3588', '模型', 'हिन्दी', 'a b'])(
  '%j can be an id',
  (id) => {
    expect(idComplaint(id)).toBeNull()
  },
)

test.each([
  ['', 'empty'],
  ['a/b/c', 'more than one'],
  ['../etc', 'begin with'],
  ['a/..', 'begin with'],
  ['/etc', 'empty part'],
  ['a//b', 'more than one'],
  ['a/', 'empty part'],
  ['a:', 'empty part'],
  ['a\\b', 'begin with'],
  ['a\0b', 'begin with'],
  ['a\nb', 'begin with'],
  ['a\u202eb', 'begin with'],
  ['a\u200bb', 'begin with'],
  ['a\uff0fb', 'begin with'],
  ['a\u2024\u2024', 'begin with'],
  ['cafe\u0301', 'NFC'],
  ['gpt-\u043eai', 'look alike'],
  ['org/\u0391lpaca:Q4_0', 'look alike'],
  ['a'.repeat(300), 'longer than'],
  ['模'.repeat(100), 'longer than'],
  ['con', 'Windows'],
  ['org/NUL.txt', 'Windows'],
  ['org/com1', 'Windows'],
  ['a.', 'ends in a dot'],
  ['a:Q4 ', 'ends in a dot or a space'],
  ['-rf', 'begin with'],
])('%j can be no id: it %s', (id, words) => {
  expect(idComplaint(id)).toContain(words)
  expect(() => checkModelId(id, 'model')).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'model' }))
})

test.each(['', '..', 'a/b', '  x  ', 'We\u0301ird (1)', '-x-', '💥', 'con\u0000'])(
  '%j gives a part of an id',
  (name) => {
    expect(idPart(name)).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@-]*$/u)
  },
)

const MODELS = [
  { id: 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M', aliases: ['small'] },
  { id: 'ggml-org/Qwen3-1.7B-GGUF:Q8_0', aliases: [] },
  { id: 'qualcomm/Qwen3-4B', aliases: [] },
  { id: 'qwen3:4b@rkllm-rk3588', aliases: [] },
  { id: 'llama3:latest', aliases: [] },
  { id: 'one/twin', aliases: [] },
  { id: 'two/twin', aliases: [] },
  { id: 'Case', aliases: [] },
  { id: 'case', aliases: ['Alias'] },
].map((model) => ({ ...model, invalid: null }))

test.each([
  ['ggml-org/Qwen3-1.7B-GGUF:Q8_0', 'ggml-org/Qwen3-1.7B-GGUF:Q8_0'],
  ['small', 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M'],
  ['ggml-org/Qwen3-1.7B-GGUF:q8_0', 'ggml-org/Qwen3-1.7B-GGUF:Q8_0'],
  ['ggml-org/Qwen3-1.7B-GGUF', 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M'],
  ['GGML-ORG/qwen3-1.7b-gguf:q8_0', 'ggml-org/Qwen3-1.7B-GGUF:Q8_0'],
  ['https://huggingface.co/ggml-org/Qwen3-1.7B-GGUF', 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M'],
  ['hf.co/ggml-org/Qwen3-1.7B-GGUF:Q8_0', 'ggml-org/Qwen3-1.7B-GGUF:Q8_0'],
  ['Qwen3-1.7B-GGUF:q4_k_m', 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M'],
  ['qwen3-1.7b-gguf', 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M'],
  ['Qwen3-4B', 'qualcomm/Qwen3-4B'],
  ['AI-Hub-Models/Qwen3-4B', 'qualcomm/Qwen3-4B'],
  ['qwen3:4b', 'qwen3:4b@rkllm-rk3588'],
  ['llama3', 'llama3:latest'],
  ['small:latest', 'ggml-org/Qwen3-1.7B-GGUF:Q4_K_M'],
  ['Case', 'Case'],
  ['case', 'case'],
  ['ALIAS', 'case'],
])('%s means %s', (name, id) => {
  expect(resolveModel(name, MODELS).id).toBe(id)
})

test('a precision that only its file tells is one to call a model by, and no other is', () => {
  const plain = { id: 'demo', aliases: [], invalid: null, facts: { quantization: 'Q8_0' } }
  const unread = { id: 'rkllm', aliases: [], invalid: null, facts: null }
  for (const name of ['demo:Q8_0', 'demo:q8_0']) expect(resolveModel(name, [plain, unread])).toBe(plain)
  const named = { ...plain, id: 'demo:Q8_0', facts: { quantization: 'F16' } }
  expect(resolveModel('demo:Q8_0', [plain, named])).toBe(named)
  for (const name of ['demo:Q4_0', 'rkllm:Q8_0', 'demo:'])
    expect(() => resolveModel(name, [plain, unread])).toThrow(expect.objectContaining({ code: 'model_not_found' }))
})

test.each([
  ['twin', /one\/twin.*two\/twin/],
  ['CASE', /`Case`, `case`/],
])('%s could mean two models and is refused with both', (name, candidates) => {
  const refusal = { code: 'model_ambiguous', message: expect.stringMatching(candidates) }
  expect(() => resolveModel(name, MODELS)).toThrow(expect.objectContaining(refusal))
})

test('a broken precision is meant only by its full name, or when all are broken', () => {
  const broken = { id: 'org/Repo-GGUF:Q4_0', aliases: [], invalid: 'Its file m-Q4_0.gguf is missing.' }
  const whole = { id: 'org/Repo-GGUF:IQ2_XS', aliases: [], invalid: null }
  for (const name of ['org/Repo-GGUF', 'ORG/repo-gguf', 'Repo-GGUF'])
    expect(resolveModel(name, [broken, whole])).toBe(whole)
  expect(resolveModel('org/Repo-GGUF:Q4_0', [broken, whole])).toBe(broken)
  expect(resolveModel('org/Repo-GGUF', [{ ...broken, id: 'org/Repo-GGUF:Q8_0' }, broken])).toBe(broken)
})

test.each([
  ['rePO:latest', 'Repo', null],
  ['SHORT:latest', 'org/M:Q8_0', 'short'],
  ['org/m:q8_0', 'org/M:Q8_0', null],
])('who removes %s removes of %s the name %s', (wanted, id, alias) => {
  const models = [
    { id: 'Repo', aliases: [], invalid: null },
    { id: 'org/M:Q8_0', aliases: ['short'], invalid: null },
    { id: 'org/M:Q4_0', aliases: [], invalid: 'broken' },
  ]
  expect(resolveRemoval(wanted, models)).toMatchObject({ model: { id }, alias })
  expect(() => resolveRemoval('org/M', models)).toThrow(expect.objectContaining({ code: 'model_ambiguous' }))
})

test.each(['nothing', 'ggml-org/Qwen3-1.7B-GGUF:Q5_0', '', '..', '%00', 'org/'])('%j means nothing here', (name) => {
  expect(() => resolveModel(name, MODELS)).toThrow(expect.objectContaining({ code: 'model_not_found', param: 'model' }))
})
