import { plotSvg } from '../../benchmarks/plot.ts'
import type { Flags } from '../../config/layers.ts'
import { TrivetError } from '../../core/errors.ts'
import { type OutputFile, outputFile } from '../output-file.ts'
import { comparisonOf } from './comparison.ts'
import type { BenchFlags } from './flags.ts'
import { linesOfRuns, linesOfTargets } from './lines.ts'
import { benchHere } from './local.ts'
import { sheetOf } from './rows.ts'
import { benchServers } from './servers.ts'
import { printSheet } from './sheet.ts'
import { keptRuns } from './stored.ts'

/** Measures what is asked for, and prints it. Rejects with `invalid_config` about what doesn't go together. */
export async function bench(models: readonly string[], flags: BenchFlags, settings: Flags): Promise<void> {
  const compared = flags.compare ?? []
  const picture = flags.svg === undefined ? null : outputFile('--svg', flags.svg)
  if (flags.compare !== undefined && compared.length !== 2) refuse('--compare takes two runs or two URLs')
  const urls = [...(flags.url ?? []), ...compared.filter(isUrl)]
  if (compared.length > 0 && compared.every((each) => !isUrl(each))) return printComparison(flags, compared, picture)
  if (compared.some((each) => !isUrl(each))) refuse('--compare takes two runs or two URLs, not one of each')
  if (urls.length > 0) {
    requireOneSize(flags)
    const { sheet, text, results, targets } = await benchServers(models, urls, flags)
    console.log(flags.output === 'table' ? text : printSheet(sheet, flags.output))
    return draw(picture, linesOfTargets(targets, results))
  }
  if (models.length === 0) refuse('name a model, --url or --compare')
  requireWork(flags)
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
  draw(picture, linesOfRuns(runs.map(({ run }) => run)))
}

function printComparison(flags: BenchFlags, compared: readonly string[], picture: OutputFile | null): void {
  const [first, second] = keptRuns(compared)
  const sheet = comparisonOf([first, second])
  console.log(printSheet(sheet, flags.output))
  if (flags.output === 'csv' && sheet.note !== undefined) process.stderr.write(`${sheet.note}\n`)
  if (flags.output === 'table') {
    console.log(`\nA ${first.id}, B ${second.id}`)
    if (first.hardware.fingerprint !== second.hardware.fingerprint) {
      console.log('They were measured on different hardware.')
    }
  }
  draw(picture, linesOfRuns([first, second]))
}

function draw(picture: OutputFile | null, lines: Parameters<typeof plotSvg>[0]): void {
  const words = { title: 'Decode speed by answers at once', x: 'answers at once', y: 'tokens a second, all answers' }
  picture?.write(plotSvg(lines, words))
}

/** Neither a prompt that is read nor an answer that is written would be measured. */
function requireWork({ promptTokens, maxTokens }: BenchFlags): void {
  const sizes = [promptTokens, maxTokens]
  if (sizes.every((list) => list?.every((size) => size === 0))) refuse('-p 0 -n 0 leaves nothing to measure')
}

/** A server reads one size of prompts and writes one length of answers, at least a token. */
function requireOneSize({ promptTokens, maxTokens }: BenchFlags): void {
  if (maxTokens?.[0] === 0) refuse('-n 0 leaves nothing to measure: a server is measured by the answers that it writes')
  if ([promptTokens, maxTokens].some((list) => list !== undefined && list.length > 1)) {
    refuse('of a server, -p and -n are one size each')
  }
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

function refuse(reason: string): never {
  throw new TrivetError('invalid_config', { reason: `bench: ${reason}.` })
}
