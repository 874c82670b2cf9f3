import { beginningOf } from '../../core/look.ts'

/** `e_machine` of the ELF header (https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html), and Node's word for it. */
const MACHINES: Readonly<Record<number, { readonly name: string; readonly arch: string }>> = {
  3: { name: 'x86 (32-bit)', arch: 'ia32' },
  40: { name: 'ARM (32-bit)', arch: 'arm' },
  62: { name: 'x86-64', arch: 'x64' },
  183: { name: 'AArch64', arch: 'arm64' },
  243: { name: 'RISC-V', arch: 'riscv64' },
  258: { name: 'LoongArch', arch: 'loong64' },
}

/**
 * Why a library or a program can't be of use on this machine, in words, by the machine that its ELF header names; empty
 * when it can, and for what is no ELF file.
 */
export function architectureProblem(path: string, arch: string = process.arch): string {
  const number = elfMachine(path)
  if (number === null || MACHINES[number]?.arch === arch) return ''
  const here = Object.values(MACHINES).find((machine) => machine.arch === arch)?.name ?? arch
  const built = MACHINES[number]?.name ?? `another machine (ELF machine ${number})`
  return `${path} is built for ${built}, and this process is ${here}. Install the build for ${here}.`
}

/**
 * The first of these files that is of use on this machine; `null`: there are none. Throws an Error in words where all are
 * for others.
 */
export function fitting(paths: readonly string[]): string | null {
  const problems = paths.map((path) => architectureProblem(path))
  const at = problems.indexOf('')
  const [problem] = problems
  if (at === -1 && problem !== undefined) throw new Error(problem)
  return paths[at] ?? null
}

/** `null`: it is no ELF file, or can't be read, which whoever opens it is told. */
function elfMachine(path: string): number | null {
  const header = beginningOf(path, 20)
  if (header === null) return null
  if (header.toString('latin1', 0, 4) !== '\x7fELF') return null
  const bigEndian = header[5] === 2
  return bigEndian ? header.readUInt16BE(18) : header.readUInt16LE(18)
}
