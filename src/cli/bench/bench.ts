import { writeFileSync } from 'node:fs'
import { plotSvg } from '../../benchmarks/plot.ts'
import type { Flags } from '../../config/layers.ts'
import { TrivetError } from '../../core/errors.ts'
import type { BenchFlags } from './flags.ts'
import { linesOfRuns, linesOfTargets } from './lines.ts'
import { benchHere } from './local.ts'
import { comparisonOf, sheetOf } from './rows.ts'
import { benchServers } from './servers.ts'
import { printSheet } from './sheet.ts'
import { keptRuns } from './stored.ts'

/** Measures what is asked for, and prints it. Rejects with `invalid_config` about what doesn't go together. */
export async function bench(models: readonly string[], flags: BenchFlags, settings: Flags): Promise<void> {
  const compared = flags.compare ?? []
  if (flags.compare !== undefined && compared.length !== 2) refuse('--compare takes two runs or two URLs')
  const urls = [...(flags.url ?? []), ...compared.filter(isUrl)]
  if (compared.length > 0 && compared.every((each) => !isUrl(each))) return printComparison(flags, compared)
  if (compared.some((each) => !isUrl(each))) refuse('--compare takes two runs or two URLs, not one of each')
  if (urls.length > 0) {
    const { sheet, text, results, targets } = await benchServers(models, urls, flags)
    console.log(flags.output === 'table' ? text : printSheet(sheet, flags.output))
    return draw(flags, linesOfTargets(targets, results))
  }
  if (models.length === 0) refuse('name a model, --url or --compare')
  const runs = await benchHere(models, flags, settings)
  console.log(
    printSheet(
      sheetOf(
        runs.map(({ run }) => run),
        runs.map(({ encoded }) => encoded),
      ),
      flags.output,
    ),
  )
  if (runs.every(({ run }) => run.results.every(({ measure }) => measure === null))) process.exitCode = 4
  draw(flags, linesOfRuns(runs.map(({ run }) => run)))
}

function printComparison(flags: BenchFlags, compared: readonly string[]): void {
  const [first, second] = keptRuns(compared)
  console.log(printSheet(comparisonOf([first, second]), flags.output))
  if (flags.output === 'table') {
    console.log(`\nA ${first.id}, B ${second.id}`)
    if (first.hardware.fingerprint !== second.hardware.fingerprint) {
      console.log('They were measured on different hardware.')
    }
  }
  draw(flags, linesOfRuns([first, second]))
}

function draw({ svg }: BenchFlags, lines: Parameters<typeof plotSvg>[0]): void {
  if (svg === undefined) return
  const words = { title: 'Decode speed by answers at once', x: 'answers at once', y: 'tokens a second, all answers' }
  writeFileSync(svg, plotSvg(lines, words))
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

function refuse(reason: string): never {
  throw new TrivetError('invalid_config', { reason: `bench: ${reason}.` })
}
