import type { Device } from '../../core/device.ts'
import type { Chip, MachineReport } from '../../core/machine.ts'
import { byteSize, table, wrapped } from '../table.ts'

/**
 * The machine, its chips and what each engine sees, as text for a terminal.
 * @param columns of the terminal, which sentences are broken at
 */
export function describeMachine(report: MachineReport, columns: number): string {
  return [...head(report, columns), ...chips(report, columns), ...engines(report, columns)].join('\n\n')
}

function head({ board, cpu, memory }: MachineReport, columns: number): string[] {
  const name = cpu.name ?? cpu.architecture
  const limit = memory.limit === 'cgroup' ? ' (what the cgroup allows)' : ''
  const facts = [
    ...(board === null ? [] : [['Board', board]]),
    ['CPU', `${name}, ${cpu.cores} ${cpu.cores === 1 ? 'core' : 'cores'} to use; ${cpu.features.join(' ')}`],
    ['Memory', `${byteSize(memory.availableBytes)} of ${byteSize(memory.totalBytes)} free${limit}`],
  ]
  return [sentences(facts, columns)]
}

function chips({ chips }: MachineReport, columns: number): string[] {
  if (chips.length === 0) return []
  const rows = chips.map(({ kind, name, driver, memoryBytes, state }) => [
    kind,
    name,
    driver === null ? '' : `${driver.name} ${driver.version ?? ''}`.trim(),
    memoryBytes === null ? '' : byteSize(memoryBytes),
    state,
  ])
  const problems = chips.flatMap(problemLines).map((line) => wrapped(line, columns, 2))
  return [
    table(['KIND', 'CHIP', 'DRIVER', 'MEMORY', 'STATE'], rows),
    ...(problems.length > 0 ? [problems.join('\n')] : []),
  ]
}

function problemLines({ name, problems }: Chip): string[] {
  return problems.map(({ what, fix }) => `${name}: ${what} ${fix}`)
}

/** Those that can be used, and why the others can't. */
function engines({ engines }: MachineReport, columns: number): string[] {
  const usable = engines.filter(({ available }) => available)
  const rows = usable.flatMap(({ platform, version, devices }) =>
    devices.map((device) => [
      platform,
      version,
      device.kind,
      `${device.name} ${device.description}`.trim(),
      memoryOf(device),
    ]),
  )
  const missing = engines.filter(({ available }) => !available).map(({ platform, reason }) => [platform, reason])
  return [
    ...(rows.length > 0 ? [table(['ENGINE', 'VERSION', 'KIND', 'DEVICE', 'MEMORY'], rows)] : []),
    ...(missing.length > 0 ? [`NOT HERE\n${sentences(missing, columns)}`] : []),
  ]
}

/** Sentences beside what they are about. */
function sentences(facts: readonly (readonly string[])[], columns: number): string {
  const width = Math.max(...facts.map(([name = '']) => name.length)) + 2
  return facts.map(([name = '', words = '']) => wrapped(`${name.padEnd(width)}${words}`, columns, width)).join('\n')
}

function memoryOf({ memoryBytes: { free, total } }: Device): string {
  return total > 0 ? `${byteSize(free)} of ${byteSize(total)} free` : ''
}
