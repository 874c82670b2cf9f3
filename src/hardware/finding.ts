import type { Chip, Problem } from '../core/machine.ts'
import type { MachineFiles } from './files.ts'

/** Something that keeps a chip from being used, or from being known. */
export interface Finding extends Problem {
  readonly state: 'unusable' | 'unknown'
}

export type ChipFacts = Omit<Chip, 'state' | 'problems' | 'source'>

/** A chip with what was found wrong: the worst of it is its state. */
export function chipOf(
  facts: ChipFacts,
  findings: readonly (Finding | null)[],
  source: Chip['source'] = 'files',
): Chip {
  const found = findings.filter((finding) => finding !== null)
  const is = (state: Finding['state']) => found.some((finding) => finding.state === state)
  return {
    ...facts,
    state: is('unusable') ? 'unusable' : is('unknown') ? 'unknown' : 'ready',
    problems: found.map(({ what, fix }) => ({ what, fix })),
    source,
  }
}

export function unusable(what: string, fix: string): Finding {
  return { state: 'unusable', what, fix }
}

export function unknown(what: string, fix: string): Finding {
  return { state: 'unknown', what, fix }
}

/** What keeps this user from a device, such as `dev/accel/accel0`; `null`: nothing. */
export function access(files: MachineFiles, device: string): Finding | null {
  if (files.denied(device)) {
    return unknown(
      `This user may not open /${device}.`,
      `Add the user to the group that owns it (\`ls -l /${device}\`), often \`render\`, or run as root.`,
    )
  }
  if (files.exists(device)) return null
  return unusable(
    `There is no /${device}.`,
    `In a container, pass it in with \`--device /${device}\`; else see why the driver didn't make it (\`dmesg\`).`,
  )
}
