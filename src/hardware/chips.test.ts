import { describe, expect, it, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import * as machines from '../../test/fixtures/machines/machines.ts'
import { pci, plant, property, render, type Tree } from '../../test/fixtures/machines/tree.ts'
import type { Chip } from '../core/machine.ts'
import { filesUnder, type MachineFiles } from './files.ts'
import { chipsOf, inventoryOf } from './inventory.ts'

let machinesMade = 0
const home = scratch()

function made(tree: Tree): string {
  return plant(`${home}/${++machinesMade}`, tree)
}

function chips(tree: Tree, told: string | null = null): readonly Chip[] {
  return chipsOf(filesUnder(made(tree)), told)
}

/** `npu RK3588 RKNPU 0.9.8 fdab0000.npu: ready` */
function line({ kind, type, driver, address, state }: Chip): string {
  const names = [kind, type, driver?.name, driver?.version, address].filter((part) => part)
  return `${names.join(' ')}: ${state}`
}

/** All that is wrong, as one reads it. */
function complaints(found: readonly Chip[]): readonly string[] {
  return found.flatMap(({ problems }) => problems.map(({ what, fix }) => `${what} ${fix}`))
}

test.each<[string, Tree, string[]]>([
  [
    'an RK3588 on its maker’s kernel',
    machines.OPI5PLUS,
    ['npu RK3588 RKNPU 0.9.8 fdab0000.npu: ready', 'gpu Mali panthor fb000000.gpu: ready'],
  ],
  [
    'an RK3588 with two coprocessors',
    machines.OPI5PLUS_CARDS,
    [
      'npu RK3588 RKNPU 0.9.8 fdab0000.npu: ready',
      'npu RK182x pcie-rkep 0000:01:00.0: ready',
      'npu RK182x pcie-rkep 0001:11:00.0: ready',
      'gpu Mali panthor fb000000.gpu: ready',
    ],
  ],
  ['an RK3588 on mainline Linux', machines.RK3588_MAINLINE, ['npu RK3588 rocket fdab0000.npu: unusable']],
  ['an RK3576', machines.RK3576, ['npu RK3576 RKNPU 0.9.8 27700000.npu: ready']],
  ['a QCS8275', machines.QCS8275, ['npu QCS8275 fastrpc cdsp: ready', 'gpu Adreno msm 3d00000.gpu: ready']],
  [
    'a Core Ultra',
    machines.METEOR_LAKE,
    ['npu Meteor Lake intel_vpu 0000:00:0b.0: ready', 'gpu 8086:7d55 i915 0000:00:02.0: ready'],
  ],
  [
    'a Ryzen AI Max',
    machines.STRIX_HALO,
    ['npu Strix Halo amdxdna 0000:c5:00.1: ready', 'gpu gfx1151 amdgpu 0000:c4:00.0: ready'],
  ],
  [
    'a server with an NVIDIA card',
    machines.NVIDIA_HEADLESS,
    ['gpu NVIDIA A100 80GB PCIe nvidia 550.54.14 0000:17:00.0: ready'],
  ],
  ['a Jetson', machines.JETSON_ORIN, ['gpu Jetson Orin nvgpu 36.4.3: ready']],
  ['a server with an AI 100', machines.AI_100, ['npu AI 100 qaic 0000:41:00.0: ready']],
  ['a computer without', machines.BARE_X64, []],
  ['a folder without anything', {}, []],
])('the chips of %s', (_, tree, expected) => {
  const found = chips(tree)
  expect(found.map(line)).toEqual(expected)
  expect(found.every(({ state, problems }) => (state === 'ready') === (problems.length === 0))).toBe(true)
})

describe('an inventory', () => {
  it('has board, CPU, chips and libraries', () => {
    const { board, cpu, libraries } = inventoryOf(null, made(machines.OPI5PLUS_CARDS))
    expect(board).toBe('Orange Pi 5 Plus')
    expect(cpu).toMatchObject({ name: '4 × Cortex-A55, 4 × Cortex-A76', features: ['asimd', 'asimddp'] })
    expect(libraries.map(({ name, path }) => [name, path])).toEqual([
      ['librkllmrt.so', '/usr/lib/librkllmrt.so'],
      ['librknnrt.so', null],
      ['librknn3_api.so', '/lib/librknn3_api.so'],
      ['libQnnHtp.so', null],
      ['libze_intel_npu.so.1', null],
    ])
  })

  it('tells the memory of a chip that has its own, and the cores of one that tells its type', () => {
    const facts = (tree: Tree, told?: string) => chips(tree, told).map(({ memoryBytes, cores }) => [memoryBytes, cores])
    expect(facts(machines.STRIX_HALO)).toContainEqual([536_870_912, null])
    expect(facts(machines.RK3576)).toEqual([[null, 2]])
    expect(facts(machines.OPI5PLUS_CARDS, 'RK1828')[1]).toEqual([5_368_709_120, null])
  })

  it('of QAIRT tells whether it is there', () => {
    const path = (tree: Tree) =>
      inventoryOf(null, made(tree)).libraries.find(({ platform }) => platform === 'qairt')?.path
    expect([path(machines.QCS8275), path(machines.QCS8275_BARE)]).toEqual(['/usr/lib/libQnnHtp.so', null])
  })

  it('of a Mac has its GPU, by the name of its CPU', () => {
    const { chips } = inventoryOf(null, made({ 'proc/cpuinfo': 'model name\t: Apple M2 Pro\n' }))
    expect(chips.map(line)).toEqual(['gpu M2 Pro Metal: ready'])
  })
})

describe('Rockchip names', () => {
  it.each([
    ['rockchip,rk3588s', 'RK3588'],
    ['rockchip,rk3588s2', 'RK3588'],
    ['rockchip,rk3582', 'RK3588'],
    ['rockchip,rk3576m', 'RK3576'],
    ['rockchip,rk3566', 'RK3566'],
    ['rockchip,rv1126b', 'RV1126B'],
    ['rockchip,rk3399', undefined],
    ['rockchip,rk3588-rknpu-of-another', 'RK3588'],
  ])('%s: %s', (compatible, type) => {
    const tree = { 'sys/firmware/devicetree/base/compatible': property('maker,board', compatible) }
    expect(chips(tree)[0]?.type).toBe(type)
  })
})

describe('what is wrong, and what to do', () => {
  const without = (tree: Tree, ...paths: string[]): Tree =>
    Object.fromEntries(Object.entries(tree).filter(([path]) => !paths.some((prefix) => path.startsWith(prefix))))

  it.each<[string, Tree, string, RegExp]>([
    [
      'mainline’s driver',
      machines.RK3588_MAINLINE,
      'unusable',
      /^The NPU is driven by mainline's `rocket`.*Boot the board maker's kernel/,
    ],
    [
      'an old driver',
      { ...machines.OPI5PLUS, 'sys/module/rknpu/version': '0.8.2\n' },
      'unusable',
      /^The NPU's driver is 0\.8\.2; RKLLM needs 0\.9\.7\. Update the kernel/,
    ],
    [
      'no driver',
      without(machines.OPI5PLUS, 'sys/bus', 'sys/class/drm/renderD129', 'sys/class/devfreq'),
      'unusable',
      /^No driver is bound to the NPU\. Boot/,
    ],
    [
      'an NPU that is switched off',
      {
        'proc/device-tree/compatible': property('rockchip,rk3588'),
        'proc/device-tree/npu@fdab0000/status': property('disabled'),
      },
      'unusable',
      /^The NPU is switched off in the device tree/,
    ],
    [
      'a node that a container has not',
      without(machines.METEOR_LAKE, 'dev/accel', 'sys/bus/pci/devices/0000:00:02.0'),
      'unusable',
      /^There is no \/dev\/accel\/accel0\. In a container, pass it in with `--device \/dev\/accel\/accel0`/,
    ],
    [
      'an NPU without a driver',
      pci('0000:00:0b.0', { id: '8086:643e', class: '120000' }),
      'unusable',
      /^No driver is bound to the NPU\. Load `intel_vpu`, which Linux has from 6\.3 on/,
    ],
    [
      'a card without a driver',
      pci('0000:01:00.0', { id: '1d87:182a', class: '120000' }),
      'unusable',
      /^No driver is bound to the card\. Load `pcie_rkep`/,
    ],
    [
      'a DSP that did not start',
      { ...without(machines.QCS8275, 'sys/class/drm'), 'sys/class/remoteproc/remoteproc2/state': 'offline\n' },
      'unusable',
      /^The DSP `cdsp` is offline\. See why it did not start/,
    ],
    [
      'an NVIDIA card with the free driver',
      pci('0000:01:00.0', { id: '10de:2684', class: '030000', driver: 'nouveau' }),
      'unusable',
      /^The GPU is driven by `nouveau`, which has no CUDA\. Install NVIDIA's driver/,
    ],
  ])('%s', (_, tree, state, complaint) => {
    const found = chips(tree)
    expect(found[0]?.state).toBe(state)
    expect(complaints(found)).toEqual([expect.stringMatching(complaint)])
  })
})

describe('what may not be read', () => {
  /** As another user than root sees it. */
  function closed(tree: Tree, ...paths: string[]): MachineFiles {
    const files = filesUnder(made(tree))
    const isClosed = (path: string) => paths.some((prefix) => path.startsWith(prefix))
    return {
      text: (path) => (isClosed(path) ? null : files.text(path)),
      list: (path) => (isClosed(path) ? [] : files.list(path)),
      linkName: (path) => (isClosed(path) ? null : files.linkName(path)),
      exists: (path) => (isClosed(path) && !path.startsWith('dev/') ? false : files.exists(path)),
      denied: isClosed,
    }
  }

  it.each<[string, Tree, string[], RegExp]>([
    [
      'the only place that tells a version',
      machines.RK3576,
      ['sys/kernel/debug'],
      /^The version of the NPU's driver can't be read: \/sys\/kernel\/debug\/rknpu\/version is closed.*`sudo cat/,
    ],
    [
      'the node of a card',
      machines.OPI5PLUS_CARDS,
      ['dev/pcie-rkep-0000:01'],
      /^This user may not open \/dev\/pcie-rkep-0000:01:00\.0\. Add the user to the group/,
    ],
    ['the node of a DSP', machines.QCS8275, ['dev/fastrpc-cdsp'], /^This user may not open \/dev\/fastrpc-cdsp\./],
    ['the node of an NPU', machines.METEOR_LAKE, ['dev/accel'], /\/dev\/accel\/accel0\. Add .*often `render`/],
    ['the node of ROCm', machines.STRIX_HALO, ['dev/kfd'], /^This user may not open \/dev\/kfd\./],
    ['the node of CUDA', machines.NVIDIA_HEADLESS, ['dev/nvidia3'], /^This user may not open \/dev\/nvidia3\./],
  ])('%s leaves the chip unknown', (_, tree, paths, complaint) => {
    const found = chipsOf(closed(tree, ...paths), null)
    expect(found.filter(({ state }) => state === 'unknown')).toHaveLength(1)
    expect(complaints(found)).toEqual([expect.stringMatching(complaint)])
  })

  it('matters no more when another file tells', () => {
    expect(chipsOf(closed(machines.OPI5PLUS, 'sys/kernel/debug'), null)[0]?.state).toBe('ready')
  })
})

describe('what the settings tell', () => {
  it('stands for a device tree that a container hides', () => {
    const { 'proc/device-tree/compatible': _, ...hidden } = machines.OPI5PLUS
    expect(chips(hidden).map(line)).toEqual(['gpu Mali panthor fb000000.gpu: ready'])
    const [npu] = chips(hidden, 'RK3588')
    expect(npu && [line(npu), npu.source, npu.cores]).toEqual([
      'npu RK3588 RKNPU 0.9.8 fdab0000.npu: ready',
      'setting',
      3,
    ])
    expect(chips(machines.OPI5PLUS, 'RK3588')[0]?.source).toBe('files')
  })

  it('tells one coprocessor from the other', () => {
    const cards = chips(machines.OPI5PLUS_CARDS, 'RK1828').filter(({ type }) => type.startsWith('RK18'))
    expect(cards.map(line)).toEqual([
      'npu RK1828 pcie-rkep 0000:01:00.0: ready',
      'npu RK1828 pcie-rkep 0001:11:00.0: ready',
    ])
  })

  it('is doubted where nothing else tells of it', () => {
    const found = chips(machines.BARE_X64, 'RK1820')
    expect(found.map(line)).toEqual(['npu RK1820: unknown'])
    expect(complaints(found)).toEqual([
      expect.stringMatching(/^There is no such card on the PCI bus; only `hardware\.chip`/),
    ])
    expect(chips(machines.BARE_X64, 'QCS8275').map(line)).toEqual(['npu QCS8275 cdsp: unusable'])
  })
})

it('a second DSP is a second NPU, and older kernels have one node for all', () => {
  const second = {
    'sys/class/remoteproc/remoteproc3/name': 'cdsp1\n',
    'sys/class/remoteproc/remoteproc3/state': 'running\n',
  }
  expect(chips({ ...machines.QCS8275, ...second, 'dev/fastrpc-cdsp1': '' }).map(line)).toContain(
    'npu QCS8275 fastrpc cdsp1: ready',
  )
  const old = { 'proc/device-tree/compatible': property('qcom,sm8550-qrd', 'qcom,sm8550'), 'dev/adsprpc-smd': '' }
  expect(chips({ ...old, 'dev/kgsl-3d0': '' }).map(line)).toEqual([
    'npu SM8550 fastrpc cdsp: ready',
    'gpu Adreno kgsl: ready',
  ])
})

it('a display output is no GPU of its own', () => {
  const connectors = { 'sys/class/drm/card0-HDMI-A-1/status': 'connected\n' }
  const tree = { ...pci('0000:03:00.0', { id: '1002:744c', class: '030000', driver: 'amdgpu' }), ...connectors }
  expect(chips({ ...tree, ...render('renderD128', 'pci0000:00/0000:03:00.0', 'amdgpu') }).map(line)).toEqual([
    'gpu 1002:744c amdgpu 0000:03:00.0: ready',
  ])
})
