import { QUALCOMM_SOCS } from '../../core/chips.ts'
import type { Chip } from '../../core/machine.ts'
import { accelNodes } from '../accel.ts'
import { deviceTree } from '../device-tree.ts'
import { renderNodes } from '../drm.ts'
import { type MachineFiles, numberIn } from '../files.ts'
import { access, chipOf, type Finding, unusable } from '../finding.ts'
import { moduleVersion, PCI_VENDORS, pciDevices } from '../pci.ts'

const AI_100 = 0xa100

/**
 * Snapdragon's NPU and GPU, and the AI 100 card.
 * @param told what the settings say the SoC is
 */
export function qualcomm(files: MachineFiles, told: string | null): readonly Chip[] {
  const found = socType(files)
  const type = Object.values(QUALCOMM_SOCS).find((name) => name === told) ?? found
  if (type === null) return cards(files)
  return [...hexagons(files, type, type === found ? 'files' : 'setting'), ...adreno(files), ...cards(files)]
}

/** `QCS8275`, by the SoC's own driver or by the device tree. */
function socType(files: MachineFiles): string | null {
  const soc = (name: string) => files.text(`sys/devices/soc0/${name}`)
  if (soc('family') === 'Snapdragon') {
    return QUALCOMM_SOCS[numberIn(files, 'sys/devices/soc0/soc_id') ?? 0] ?? soc('machine')
  }
  const names = deviceTree(files, 'compatible').map((one) => /^qcom,([a-z]+\d{3,}[a-z0-9]*)$/.exec(one)?.[1])
  return names.find((name) => name !== undefined)?.toUpperCase() ?? null
}

/** One for each compute DSP, which is the NPU; programs reach them through FastRPC. */
function hexagons(files: MachineFiles, type: string, source: Chip['source']): readonly Chip[] {
  const processors = files.list('sys/class/remoteproc').map((name) => `sys/class/remoteproc/${name}`)
  const named = processors.map((folder) => ({ name: files.text(`${folder}/name`), folder }))
  const nodes = files.list('dev').filter((name) => /^fastrpc-cdsp\d*$/.test(name))
  const dsps = named.flatMap(({ name }) => (name !== null && /^cdsp\d*$/.test(name) ? [name] : []))
  const names = [...new Set([...dsps, ...nodes.map((node) => node.replace('fastrpc-', ''))])].sort()
  return (names.length === 0 ? ['cdsp'] : names).map((name) => {
    const state = files.text(`${named.find((one) => one.name === name)?.folder}/state`)
    return chipOf(
      {
        kind: 'npu',
        vendor: 'qualcomm',
        type,
        name: `${type} Hexagon NPU`,
        address: name,
        driver: nodeOf(files, name) === null ? null : { name: 'fastrpc', version: null },
        memoryBytes: null,
        cores: null,
      },
      [stateFinding(name, state), nodeFinding(files, name)],
      source,
    )
  })
}

function stateFinding(name: string, state: string | null): Finding | null {
  if (state === null || state === 'running' || state === 'attached') return null
  return unusable(
    `The DSP \`${name}\` is ${state}.`,
    'See why it did not start: `dmesg | grep remoteproc`, often firmware that is missing in /lib/firmware/qcom.',
  )
}

/** Newer kernels have two nodes for each, older ones one for all. */
function nodeOf(files: MachineFiles, name: string): string | null {
  const nodes = [`dev/fastrpc-${name}`, `dev/fastrpc-${name}-secure`, 'dev/adsprpc-smd']
  return nodes.find((node) => files.exists(node) || files.denied(node)) ?? null
}

function nodeFinding(files: MachineFiles, name: string): Finding | null {
  return access(files, nodeOf(files, name) ?? `dev/fastrpc-${name}`)
}

function adreno(files: MachineFiles): readonly Chip[] {
  const render = renderNodes(files).find(({ driver }) => driver === 'msm' || driver === 'msm_dpu')
  const kgsl = files.exists('dev/kgsl-3d0') || files.denied('dev/kgsl-3d0')
  const node = render?.node ?? (kgsl ? 'dev/kgsl-3d0' : null)
  if (node === null) return []
  const driver = { name: render?.driver ?? 'kgsl', version: null }
  const facts = { kind: 'gpu', vendor: 'qualcomm', type: 'Adreno', name: 'Adreno GPU' } as const
  return [
    chipOf({ ...facts, address: render?.address ?? null, driver, memoryBytes: null, cores: null }, [
      access(files, node),
    ]),
  ]
}

function cards(files: MachineFiles): readonly Chip[] {
  const found = pciDevices(files).filter(({ vendor, device }) => vendor === PCI_VENDORS.qualcomm && device === AI_100)
  return found.map(({ address, driver }) => {
    const node = accelNodes(files).find((one) => one.address === address)?.node
    const unbound = unusable('No driver is bound to the card.', 'Load `qaic`, which Linux has from 6.4 on.')
    return chipOf(
      {
        kind: 'npu',
        vendor: 'qualcomm',
        type: 'AI 100',
        name: 'Cloud AI 100',
        address,
        driver: driver === null ? null : { name: driver, version: moduleVersion(files, driver) },
        memoryBytes: null,
        cores: null,
      },
      [driver === null ? unbound : access(files, node ?? 'dev/accel/accel0')],
    )
  })
}
