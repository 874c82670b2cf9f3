import { describe, expect, it } from 'vitest'
import { BARE_MACHINE, RK3588 } from '../../../test/fakes/machine.ts'
import type { Chip, MachineReport } from '../../core/machine.ts'
import type { StoredModel } from '../../models/catalogue/model.ts'
import { fail, ok, warn } from './check.ts'
import { machineChecks } from './machine.ts'
import { modelChecks, serverCheck, sharingChecks, storeChecks } from './place.ts'
import { printedChecks } from './print.ts'

const GPU: Chip = {
  ...RK3588,
  kind: 'gpu',
  vendor: 'nvidia',
  type: 'A100',
  name: 'NVIDIA A100',
  driver: { name: 'nvidia', version: '550.54' },
}

/** `warn  npu RK3588 NPU: what. fix.` of those that are not about engines. */
function told(changes: Partial<MachineReport>, about: string): readonly string[] {
  const checks = machineChecks({ ...BARE_MACHINE, ...changes }).filter(({ name }) => name.startsWith(about))
  return checks.map(({ state, message, fix }) => [state, message, fix].filter((part) => part !== null).join(' '))
}

describe('the machine', () => {
  it('is well with a CPU and an engine on it', () => {
    expect(machineChecks(BARE_MACHINE)).toEqual([
      ok('cpu', 'A CPU, 2 cores to use.'),
      ok('memory', '5.6 GiB of 7.5 GiB are free.'),
      ok('engine llama_cpp', 'llama_cpp 0.5.0 computes on CPU (A CPU).'),
    ])
  })

  it('is slow without AVX2, on PCs only', () => {
    const cpu = { ...BARE_MACHINE.cpu, features: ['avx'] }
    expect(told({ cpu }, 'cpu')).toEqual([expect.stringMatching(/^warn A CPU.*no AVX2.* In a virtual machine/)])
    expect(told({ cpu: { ...cpu, architecture: 'arm64' } }, 'cpu')).toEqual(['ok A CPU, 2 cores to use.'])
  })

  it('has little memory, and what to do depends on what limits it', () => {
    const memory = { ...BARE_MACHINE.memory, availableBytes: 1_000_000_000 }
    expect(told({ memory }, 'memory')[0]).toMatch(/^warn 953\.7 MiB of 7\.5 GiB are free\..* End other programs/)
    expect(told({ memory: { ...memory, limit: 'cgroup' } }, 'memory')[0]).toMatch(/Give the container more memory/)
  })

  it('fails when an engine does not work', () => {
    const [engine] = BARE_MACHINE.engines
    const engines = engine ? [{ ...engine, available: false, reason: 'There is no library.', devices: [] }] : []
    expect(told({ engines }, 'engine')).toEqual([expect.stringMatching(/^fail There is no library\./)])
    const others = engines.map((one) => ({ ...one, platform: 'rkllm' }))
    const platform = { id: 'rkllm', name: 'RKLLM', available: false, reason: '', chips: [{ type: 'RK3588', count: 1 }] }
    expect(told({ engines: others, platforms: [platform] }, 'engine')).toEqual([
      expect.stringMatching(/^warn There is no/),
    ])
    expect(told({ engines: others, platforms: [{ ...platform, chips: [] }] }, 'engine')).toEqual([])
  })
})

describe('a chip', () => {
  it('is well when an engine computes on its kind', () => {
    const engines = BARE_MACHINE.engines.map((engine) => ({
      ...engine,
      devices: engine.devices.map((device) => ({ ...device, kind: 'gpu' as const })),
    }))
    expect(told({ chips: [GPU], engines }, 'gpu')).toEqual([
      'ok llama_cpp computes on it. Its driver is nvidia 550.54.',
    ])
  })

  it('has a problem with its fix', () => {
    const problems = [{ what: 'The driver is old.', fix: 'Update the kernel.' }]
    expect(told({ chips: [{ ...RK3588, problems, state: 'unusable' }] }, 'npu')).toEqual([
      'warn The driver is old. Update the kernel.',
    ])
  })

  it('that no engine computes on says what would', () => {
    expect(told({ chips: [GPU] }, 'gpu')[0]).toMatch(/^warn No engine.*`npm i @node-llama-cpp\/linux-x64-cuda`/)
    expect(told({ chips: [{ ...GPU, vendor: 'amd', type: 'gfx1151' }] }, 'gpu')[0]).toMatch(/linux-x64-vulkan/)
    const library = { name: 'librkllmrt.so', platform: 'rkllm', fix: 'Copy it.' }
    expect(told({ chips: [RK3588], libraries: [{ ...library, path: null }] }, 'npu')[0]).toMatch(
      /There is no librkllmrt\.so in \/usr\/lib.* Copy it\.$/,
    )
    expect(told({ chips: [RK3588], libraries: [{ ...library, path: '/usr/lib/librkllmrt.so' }] }, 'npu')[0]).toMatch(
      /models run on the CPU meanwhile\.$/,
    )
  })
})

describe('the place', () => {
  const url = 'http://127.0.0.1:8420'

  it.each([
    [{ status: 'ok', version: '1.0' }, null, 'ok', /^Trivet 1\.0 answers/],
    [{ status: 'degraded', version: '1.0' }, null, 'warn', /with a model that failed/],
    [null, null, 'ok', /^None is running; .* is free for one/],
    [null, 'the port is in use.', 'fail', /none can listen/],
  ])('with %j and %j is %s', (health, obstacle, state, message) => {
    const check = serverCheck({ url, health, obstacle })
    expect([check.state, check.message]).toEqual([state, expect.stringMatching(message)])
  })

  it('has a server that keys are shared through, if the settings name one', () => {
    const told = (trouble: string | null) =>
      sharingChecks({ url: 'redis://valkey', trouble }).map(({ state, message }) => [state, message])
    expect(sharingChecks(null)).toEqual([])
    expect(told(null)).toEqual([['ok', 'Keys, counters and limits are shared through redis://valkey.']])
    expect(told('it is gone')).toEqual([['fail', expect.stringContaining("can't be used: it is gone.")]])
  })

  it('has a store with room in it', () => {
    const states = (freeBytes: number | null, writable = true) =>
      storeChecks({ folder: '/store', freeBytes, writable }).map(({ state }) => state)
    expect(states(0)).toEqual(['ok', 'fail'])
    expect(states(6 * 2 ** 30)).toEqual(['ok', 'ok'])
    expect(states(null)).toEqual(['ok', 'ok'])
    expect(states(4 * 2 ** 30)).toEqual(['ok', 'warn'])
    expect(states(6 * 2 ** 30, false)).toEqual(['fail', 'ok'])
  })

  it('has models, of which each that is broken is told', () => {
    const model = (id: string, invalid: string | null) => ({ id, invalid }) as StoredModel
    expect(
      modelChecks([{ path: '/models', readable: true }], [model('a', null), model('b', 'it is cut off.')], null),
    ).toEqual([
      ok('models', '1 model can be served.'),
      expect.objectContaining({ name: 'model b', state: 'warn', message: "It can't be loaded: it is cut off." }),
    ])
    const [closed, none] = modelChecks([{ path: '/gone', readable: false }], [], null)
    expect([closed?.state, closed?.message]).toEqual(['fail', "/gone is named in the settings, and can't be read."])
    expect(none?.message).toBe('There are no models here yet.')
    expect(modelChecks([], [], 2)).toEqual([ok('models', '2 models can be served.')])
  })
})

it('what was found is printed in lines, with what to do below, and a last word', () => {
  const found = [ok('cpu', 'A CPU.'), warn('memory', 'Little.', 'Free some.'), fail('server', 'None.', 'Another port.')]
  expect(printedChecks(found)).toBe(
    [
      'ok    cpu     A CPU.',
      'warn  memory  Little.',
      '              → Free some.',
      'fail  server  None.',
      '              → Another port.',
      '',
      '1 of 3 checks failed.',
    ].join('\n'),
  )
  expect(printedChecks(found.slice(0, 2))).toMatch(/\n\nIt works; 1 of 2 checks have something to say\.$/)
  expect(printedChecks(found.slice(0, 1))).toBe('ok    cpu  A CPU.\n\nAll is well.')
})
