import type { Device } from '../../core/device.ts'
import type { Chip, MachineReport } from '../../core/machine.ts'
import { byteSize, table } from '../table.ts'

/** The machine, its chips and what each engine sees, as text for a terminal. */
export function describeMachine(report: MachineReport): string {
  return [head(report), ...chips(report), engines(report)].join('\n\n')
}

function head({ board, cpu, memory }: MachineReport): string {
  const name = cpu.name ?? cpu.architecture
  const limit = memory.limit === 'cgroup' ? ' (what the cgroup allows)' : ''
  return [
    ...(board === null ? [] : [`Board   ${board}`]),
    `CPU     ${name}, ${cpu.cores} ${cpu.cores === 1 ? 'core' : 'cores'} to use; ${cpu.features.join(' ')}`,
    `Memory  ${byteSize(memory.availableBytes)} of ${byteSize(memory.totalBytes)} free${limit}`,
  ].join('\n')
}

function chips({ chips }: MachineReport): string[] {
  if (chips.length === 0) return []
  const rows = chips.map(({ kind, name, driver, memoryBytes, state }) => [
    kind,
    name,
    driver === null ? '' : `${driver.name} ${driver.version ?? ''}`.trim(),
    memoryBytes === null ? '' : byteSize(memoryBytes),
    state,
  ])
  const problems = chips.flatMap(problemLines)
  return [
    table(['KIND', 'CHIP', 'DRIVER', 'MEMORY', 'STATE'], rows),
    ...(problems.length > 0 ? [problems.join('\n')] : []),
  ]
}

function problemLines({ name, problems }: Chip): string[] {
  return problems.map(({ what, fix }) => `${name}: ${what} ${fix}`)
}

function engines({ engines }: MachineReport): string {
  const rows = engines.flatMap(({ platform, version, available, reason, devices }) => {
    if (!available) return [[platform, version, '-', reason, '']]
    return devices.map((device) => [
      platform,
      version,
      device.kind,
      `${device.name} ${device.description}`.trim(),
      memoryOf(device),
    ])
  })
  return table(['ENGINE', 'VERSION', 'KIND', 'DEVICE', 'MEMORY'], rows)
}

function memoryOf({ memoryBytes: { free, total } }: Device): string {
  return total > 0 ? `${byteSize(free)} of ${byteSize(total)} free` : ''
}
