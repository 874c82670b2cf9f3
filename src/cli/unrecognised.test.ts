import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BARE_MACHINE, RK3588 } from '../../test/fakes/machine.ts'
import { scratch } from '../../test/fakes/scratch.ts'
import type { Chip, Inventory } from '../core/machine.ts'
import { unreadable, unrecognised } from './unrecognised.ts'

const folder = scratch()

const ROCKET: Chip = {
  ...RK3588,
  address: null,
  driver: { name: 'rocket', version: null },
  state: 'unusable',
  problems: [{ what: "It is driven by mainline's.", fix: "Boot the maker's kernel." }],
}

function file(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  return path
}

function refusal(path: string, told: string | null = null, machine: Inventory = BARE_MACHINE, engines: string[] = []) {
  const { code, message } = unrecognised('m', path, told, engines, () => machine)
  return [code, message]
}

it('a model of another runtime is refused with what keeps that from running here', () => {
  expect(refusal(file('m.rkllm'))).toEqual([
    'unsupported_platform',
    'The model `m` was made for RKLLM, which this machine can not run: There is no RK3588, RK3576, RK3562, RV1126B here.',
  ])
  expect(refusal(join(folder, 'm.rkllm'), null, { ...BARE_MACHINE, chips: [ROCKET] })[1]).toMatch(
    /: It is driven by mainline's\. Boot the maker's kernel\.$/,
  )
  expect(refusal(file('m.onnx'))[1]).toMatch(/ONNX Runtime.*: This build of Trivet has no engine for ONNX Runtime\.$/)
})

it('a model that the engine of its runtime does not know is no matter of this machine', () => {
  expect(refusal(file('openvino_encoder_model.xml'), null, BARE_MACHINE, ['openvino'])[1]).toMatch(
    /made for OpenVINO.*: no engine here is for the files in /,
  )
})

it('what stands beside a model wins, known or not', () => {
  expect(refusal(folder, 'rknn3')[1]).toMatch(/made for RKNN3.*: There is no RK1820/)
  expect(refusal(folder, 'rknn9')[1]).toMatch(/made for rknn9.*: no engine here is for the files in /)
})

it('a folder of several models in GGUF is refused by naming them, one without any by saying so', () => {
  const several = join(folder, 'several')
  const none = join(folder, 'none')
  for (const path of [several, none]) mkdirSync(path)
  for (const name of ['a.gguf', 'b.gguf']) writeFileSync(join(several, name), 'GGUF')
  const refused = 'The model `m` can not be loaded: '
  const named = `${refused}${several} holds 2 models (a.gguf, b.gguf); name the file of one.`
  expect(refusal(several)).toEqual(['model_unusable', named])
  expect(refusal(none, 'llama_cpp')).toEqual(['model_unusable', `${refused}there is no model in GGUF in ${none}.`])
})

it('weights can be converted; what is nothing is nothing', () => {
  expect(refusal(file('m.safetensors'))[1]).toMatch(
    /no model that Trivet knows\. Its weights can be converted: `trivet convert`\.$/,
  )
  expect(refusal(file('notes.txt'))[1]).toMatch(/no model that Trivet knows\.$/)
  expect(refusal(join(folder, 'nothing'))[1]).toMatch(/there is no file /)
})

it('says what the system says of files that can not be read, and leaves other failures alone', () => {
  const broken = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  expect(unreadable('m', '/disk/m.gguf', broken)).toMatchObject({
    code: 'model_unusable',
    message: "The model `m` can not be loaded: /disk/m.gguf can't be read (EIO).",
  })
  const fault = new TypeError('x is not a function')
  expect(unreadable('m', '/disk/m.gguf', fault)).toBe(fault)
})
