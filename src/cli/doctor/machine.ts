import type { Device } from '../../core/device.ts'
import type { Chip, EngineReport, Library, MachineReport, Memory } from '../../core/machine.ts'
import { PLATFORMS } from '../../core/platforms.ts'
import { libraryProblem } from '../../hardware/libraries.ts'
import { byteSize } from '../table.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** A model of one or two billion parameters, in four bits, with some context. */
const LEAST_MEMORY = 2 * 2 ** 30

/** What the engines, the chips and the memory of a machine come to. */
export function machineChecks(report: MachineReport): readonly Check[] {
  return [
    cpuCheck(report),
    memoryCheck(report.memory),
    ...report.engines.flatMap((engine) => engineChecks(engine, report)),
    ...report.chips.map((chip) => chipCheck(chip, report)),
  ]
}

function cpuCheck({ cpu }: MachineReport): Check {
  const message = `${cpu.name ?? cpu.architecture}, ${cpu.cores} ${cpu.cores === 1 ? 'core' : 'cores'} to use.`
  if (cpu.architecture !== 'x64' || cpu.features.length === 0 || cpu.features.includes('avx2'))
    return ok('cpu', message)
  return warn(
    'cpu',
    `${message} It has no AVX2, so models are slow.`,
    'In a virtual machine, hand through the CPU of its host.',
  )
}

function memoryCheck({ availableBytes, totalBytes, limit }: Memory): Check {
  const message = `${byteSize(availableBytes)} of ${byteSize(totalBytes)} are free.`
  if (availableBytes >= LEAST_MEMORY) return ok('memory', message)
  const fix =
    limit === 'cgroup'
      ? 'Give the container more memory, or load smaller models.'
      : 'End other programs, or load smaller models.'
  return warn('memory', `${message} That is room for the smallest models only.`, fix)
}

/** An engine for chips that aren't here is nobody's concern. */
function engineChecks({ platform, available, version, reason, devices }: EngineReport, report: MachineReport): Check[] {
  const name = `engine ${platform}`
  if (available) return [ok(name, `${platform} ${version} computes on ${devices.map(deviceText).join(', ')}.`)]
  const fix = 'Models of this engine can not be loaded until then.'
  if (platform === 'llama_cpp') return [fail(name, reason, fix)]
  const chips = report.platforms.find(({ id }) => id === platform)?.chips ?? []
  return chips.length > 0 ? [warn(name, reason, fix)] : []
}

function deviceText({ name, description }: Device): string {
  return description === '' || description === name ? name : `${name} (${description})`
}

function chipCheck(chip: Chip, report: MachineReport): Check {
  const name = `${chip.kind} ${chip.name}`
  const [problem] = chip.problems
  if (problem !== undefined) return warn(name, problem.what, problem.fix)
  const driver =
    chip.driver === null
      ? ''
      : ` Its driver is ${chip.driver.name}${chip.driver.version === null ? '' : ` ${chip.driver.version}`}.`
  const engine = report.engines.find(
    ({ available, devices }) => available && devices.some(({ kind }) => kind === chip.kind),
  )
  if (engine !== undefined) return ok(name, `${engine.platform} computes on it.${driver}`)
  return warn(name, `No engine here computes on it.${driver}`, remedy(chip, report.libraries))
}

/** What would make an engine compute on it. */
function remedy(chip: Chip, libraries: readonly Library[]): string {
  if (chip.kind === 'gpu') {
    const build = chip.vendor === 'nvidia' ? 'linux-x64-cuda' : 'linux-x64-vulkan'
    return `Install a build of llama.cpp that does (\`npm i @node-llama-cpp/${build}\`), or point llama_cpp.library_path at one.`
  }
  const missing = libraries.filter(({ platform }) => madeFor(platform, chip)).map(libraryProblem)
  return missing.find((text) => text !== '') ?? 'This version of Trivet has none; models run on the CPU meanwhile.'
}

function madeFor(platform: string, { vendor, type }: Chip): boolean {
  const entry = Object.entries(PLATFORMS).find(([id]) => id === platform)?.[1]
  if (entry === undefined || !('vendor' in entry) || entry.vendor !== vendor) return false
  return !('types' in entry) || entry.types.some((one) => one === type)
}
