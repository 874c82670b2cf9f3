import os from 'node:os'
import type { Cpu } from '../core/machine.ts'
import { usableCores } from './cores.ts'
import { filesUnder } from './files.ts'

/** Of x86 and Arm, what llama.cpp's and other kernels are chosen by. */
const FEATURES = [
  ['f16c', 'fma', 'avx', 'avx2', 'avx_vnni', 'avx512f', 'avx512_bf16', 'avx512_vnni', 'amx_int8', 'amx_bf16'],
  ['asimd', 'asimddp', 'i8mm', 'bf16', 'sve', 'sve2', 'sme'],
].flat()

/** Arm's part numbers (`CPU part` of cpuinfo) that boards with an NPU have. */
const ARM_PARTS: Readonly<Record<string, string>> = {
  '0xd03': 'Cortex-A53',
  '0xd04': 'Cortex-A35',
  '0xd05': 'Cortex-A55',
  '0xd07': 'Cortex-A57',
  '0xd08': 'Cortex-A72',
  '0xd09': 'Cortex-A73',
  '0xd0a': 'Cortex-A75',
  '0xd0b': 'Cortex-A76',
  '0xd0c': 'Neoverse-N1',
  '0xd0d': 'Cortex-A77',
  '0xd40': 'Neoverse-V1',
  '0xd41': 'Cortex-A78',
  '0xd42': 'Cortex-A78AE',
  '0xd44': 'Cortex-X1',
  '0xd46': 'Cortex-A510',
  '0xd47': 'Cortex-A710',
  '0xd49': 'Neoverse-N2',
  '0xd4b': 'Cortex-A78C',
  '0xd4f': 'Neoverse-V2',
}

/** @param root where the kernel's files lie; another folder in tests */
export function cpuOf(root = '/'): Cpu {
  const info = filesUnder(root).text('proc/cpuinfo') ?? ''
  const flags = new Set((/^(?:flags|Features)\s*:\s*(.*)$/m.exec(info)?.[1] ?? '').split(' '))
  return {
    name: /^model name\s*:\s*(.+)$/m.exec(info)?.[1] ?? armName(info) ?? os.cpus()[0]?.model ?? null,
    architecture: process.arch,
    cores: usableCores(root),
    features: FEATURES.filter((feature) => flags.has(feature)),
  }
}

/** `4 × Cortex-A55, 4 × Cortex-A76`; `null` when no core has a part number. */
function armName(info: string): string | null {
  const parts = [...info.matchAll(/^CPU part\s*:\s*(0x[0-9a-f]+)$/gm)].map(([, part = '']) => ARM_PARTS[part] ?? part)
  const kinds = [...new Set(parts)].map((name) => `${parts.filter((part) => part === name).length} × ${name}`)
  return kinds.length > 0 ? kinds.join(', ') : null
}
