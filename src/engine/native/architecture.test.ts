import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { elf } from '../../../test/fixtures/elf.ts'
import { architectureProblem } from './architecture.ts'

const folder = scratch()

function built(name: string, machine: number, bigEndian = false): string {
  const path = join(folder, name)
  writeFileSync(path, elf(machine, bigEndian))
  return path
}

test.each([
  ['arm.so', 40, 'ARM (32-bit)'],
  ['aarch64.so', 183, 'AArch64'],
  ['s390.so', 22, 'another machine (ELF machine 22)'],
])('%s is told by the machine that it is built for', (name, machine, words) => {
  const path = built(name, machine, machine === 22)
  expect(architectureProblem(path, 'x64')).toBe(
    `${path} is built for ${words}, and this process is x86-64. Install the build for x86-64.`,
  )
})

test('what is built for this machine, or is no ELF file, is left to be opened', () => {
  expect(architectureProblem(built('x64.so', 62), 'x64')).toBe('')
  expect(architectureProblem(process.execPath)).toBe('')
  expect(architectureProblem(import.meta.filename)).toBe('')
  expect(architectureProblem(join(folder, 'nothing.so'))).toBe('')
})
