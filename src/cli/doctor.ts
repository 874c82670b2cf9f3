import type { Command } from 'commander'
import type { Check } from './doctor/check.ts'
import { EXIT } from './exit-codes.ts'
import { outputFile } from './output-file.ts'
import { addDoctorFlags, flagsOf } from './setting-flags.ts'

const ADVICE = 'It is plain text without keys, prompts and names; look into it before you give it away.'

interface DoctorOptions {
  readonly json?: boolean
  readonly zip?: string
}

/** `trivet doctor` */
export function define(command: Command): void {
  addDoctorFlags(command)
    .option('--json', 'print JSON')
    .option('--zip <file>', 'keep what was found, and what a running server knows, in an archive to give away')
  command.addHelpText('after', '\nThe exit status is 1 when a check failed; warnings leave it 0.')
  command.action(async ({ json, zip }: DoctorOptions) => {
    const [{ examine }, { printedChecks }] = await Promise.all([
      import('./doctor/examine.ts'),
      import('./doctor/print.ts'),
    ])
    const archive = zip === undefined ? null : outputFile('--zip', zip, { fresh: true, mode: 0o600 })
    const found = await examine(flagsOf(command))
    const { checks } = found
    const healthy = checks.every(({ state }: Check) => state !== 'fail')
    console.log(json ? JSON.stringify({ ok: healthy, checks }, null, 2) : printedChecks(checks))
    if (archive !== null) {
      const { keepArchive } = await import('./doctor/keep.ts')
      await keepArchive(archive, found)
      if (!json) console.log(`\nWrote ${zip}. ${ADVICE}`)
    }
    if (!healthy) process.exitCode = EXIT.failure
  })
}
