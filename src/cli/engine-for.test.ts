import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BARE_MACHINE } from '../../test/fakes/machine.ts'
import { scratch } from '../../test/fakes/scratch.ts'
import type { PlatformName } from '../core/platforms.ts'
import type { EngineDriver } from '../engine/driver.ts'
import { createRegistry, type RegistryOptions } from '../engine/registry.ts'
import { engineFor } from './engine-for.ts'

/** As much of a driver as is looked at here. */
function driver(id: PlatformName, missing: string, knows = true): EngineDriver {
  return { id, missing: () => missing, knows } as unknown as EngineDriver
}

const path = scratch()

function chosen(drivers: readonly EngineDriver[], platform?: PlatformName, where = path) {
  const facts = { path: where, sizeBytes: 1 }
  const claims = drivers.filter((one) => (one as unknown as { knows: boolean }).knows)
  const registry = { drivers, claims: async () => claims.map((one) => ({ driver: one, facts })) }
  const model = { id: 'm', path: where, ...(platform && { platform }) }
  return engineFor(model, registry, () => BARE_MACHINE).then(({ driver: { id } }) => id)
}

test('of several engines it is the first whose runtime is here', async () => {
  expect(await chosen([driver('openvino', ''), driver('onnx', '')])).toBe('openvino')
  expect(await chosen([driver('openvino', 'no package.'), driver('onnx', '')])).toBe('onnx')
})

test('what the settings say wins, then what lies beside the model', async () => {
  const both = [driver('openvino', ''), driver('onnx', '')]
  expect(await chosen(both, 'onnx')).toBe('onnx')
  await expect(chosen([driver('openvino', ''), driver('onnx', 'no package.')], 'onnx')).rejects.toMatchObject({
    code: 'driver_unavailable',
    details: { reason: 'no package.' },
  })
  const home = join(path, 'told')
  mkdirSync(home)
  writeFileSync(join(home, 'model.toml'), 'platform = "onnx"')
  expect(await chosen(both, undefined, home)).toBe('onnx')
  expect(await chosen(both, 'openvino', home)).toBe('openvino')
})

test('an engine that the settings name and that does not know it is no reason to take another', async () => {
  await expect(chosen([driver('openvino', ''), driver('onnx', '', false)], 'onnx')).rejects.toMatchObject({
    code: 'driver_unavailable',
    message: `No engine here can run \`m\`: its setting \`platform\` says onnx, which is not for the files in ${path}. Say openvino, or nothing.`,
  })
})

test('where no runtime is here, it is said of each engine that would do why it does not', async () => {
  const [openvino, onnx] = [
    driver('openvino', 'OpenVINO GenAI is not installed.'),
    driver('onnx', 'ONNX Runtime is not installed.'),
  ]
  await expect(chosen([openvino, onnx])).rejects.toMatchObject({
    code: 'driver_unavailable',
    message:
      'No engine here can run `m`: OpenVINO would do: OpenVINO GenAI is not installed. ONNX Runtime would do: ONNX Runtime is not installed.',
  })
  await expect(chosen([onnx])).rejects.toMatchObject({
    message: 'No engine here can run `m`: ONNX Runtime is not installed.',
  })
})

test('where the chip is missing too, that is said, and not what would be installed in vain', async () => {
  await expect(chosen([driver('rkllm', 'librkllmrt.so is not here.')])).rejects.toMatchObject({
    code: 'unsupported_platform',
    message:
      'The model `m` was made for RKLLM, which this machine can not run: There is no RK3588, RK3576, RK3562, RV1126B here.',
  })
  expect(await chosen([driver('rkllm', '')])).toBe('rkllm')
})

test('a setting that points nowhere is told before the chip that is missing', async () => {
  const file = join(path, 'model.rkllm')
  writeFileSync(file, 'RKLLM')
  const registry = createRegistry({
    llamaCpp: { libraryPath: null },
    rkllm: { libraryPath: '/nope', runtimeVersion: null },
  })
  await expect(engineFor({ id: 'm', path: file }, registry, () => BARE_MACHINE)).rejects.toMatchObject({
    code: 'unsupported_platform',
    details: {
      reason:
        "librkllmrt.so is not here (looked for /nope/librkllmrt.so). Install Rockchip's RKLLM runtime, or point " +
        'rkllm.library_path at it. There is no RK3588, RK3576, RK3562, RV1126B here.',
    },
  })
})

test.each<[PlatformName, Partial<RegistryOptions>, string]>([
  ['rkllm', { rkllm: { libraryPath: '/nope', runtimeVersion: null } }, 'rkllm.library_path'],
  ['rknn2', { rknn2: { libraryPath: '/nope' } }, 'rknn2.library_path'],
  ['rknn3', { rknn3: { serverPath: '/nope' } }, 'rknn3.server_path'],
  ['qairt', { qairt: { libraryPath: '/nope' } }, 'qairt.library_path'],
  ['qairt', { qairt: { serverPath: '/nope' } }, 'qairt.server_path'],
  ['openvino', { openvino: { packagePath: '/nope' } }, 'openvino.package_path'],
  ['openvino', { openvino: { serverPath: '/nope' } }, 'openvino.server_path'],
  ['onnx', { onnx: { packagePath: '/nope' } }, 'onnx.package_path'],
  ['whisper', { whisper: { libraryPath: '/nope' } }, 'whisper.library_path'],
])('a driver of %s knows that %j points nowhere, and says which setting it is', (id, options, setting) => {
  const told = createRegistry({ llamaCpp: { libraryPath: null }, ...options }).driver(id)
  expect(told.misplaced?.()).toMatch(/\/nope.*/)
  expect(told.misplaced?.()).toContain(setting)
  expect(
    createRegistry({ llamaCpp: { libraryPath: null } })
      .driver(id)
      .misplaced?.(),
  ).toBe('')
})
