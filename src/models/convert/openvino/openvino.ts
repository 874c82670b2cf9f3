import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../core/clock.ts'
import { openFile } from '../../../core/open-file.ts'
import type { Manifest } from '../../own/manifest.ts'
import type { Publisher } from '../../own/publisher.ts'
import { readJson } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import { type MadeModel, type MakingWatch, staged } from '../work.ts'
import { findProgram, runProgram } from './program.ts'

/** What OpenVINO's exporter is asked for; null: as it thinks best. */
export interface OpenVinoOrder {
  /** A folder as `save_pretrained` writes it, absolute. */
  readonly folder: string
  readonly id: string
  readonly weightFormat: 'int4' | 'int8' | 'fp16'
  /** Numbers that share a scale; -1: those of a whole row. */
  readonly groupSize: number | null
  /** Share of the layers that get four bits, the others eight. */
  readonly ratio: number | null
  /** Whether zero stays in the middle. */
  readonly sym: boolean | null
  /** Whether code that comes with the model may run, as some models need. */
  readonly trustRemoteCode: boolean
}

export interface OpenVinoTools {
  readonly publisher: Publisher
  readonly clock: Clock
  /** `PATH` says where the exporter is looked for. */
  readonly env: Readonly<Record<string, string | undefined>>
}

const EXPORTER = 'optimum-cli'

/** Packing a large model's weights is silent work. */
const SILENCE_MS = 15 * 60_000

/** Names of an OpenVINO model, of one that writes and of the part of another that does. */
const MODELS = ['openvino_model', 'openvino_language_model']

/**
 * Has `optimum-cli` of optimum-intel make an OpenVINO model of a Hugging Face folder, and publishes what came of it.
 * Rejects with `convert_failed`, or as the publisher does; nothing is left then.
 */
export async function exportOpenVino(
  order: OpenVinoOrder,
  tools: OpenVinoTools,
  watch: MakingWatch,
): Promise<MadeModel> {
  const { folder, id, weightFormat } = order
  const origin = { source: `converted from ${folder}`, entry: '.' }
  return staged(id, folder, origin, tools, async (staging) => {
    const file = await findProgram(EXPORTER, tools.env.PATH ?? '')
    if (file === null) {
      throw new ConversionRefusal(
        `OpenVINO's ${EXPORTER} isn't installed; \`pip install optimum-intel[openvino]\` does that.`,
      )
    }
    watch.stage('converting')
    const { env, clock } = tools
    const args = exporterArguments(order, staging.folder)
    await runProgram({ file, args, env, clock, signal: watch.signal, silenceMs: SILENCE_MS })
    watch.stage('validating')
    await checkComplete(staging.folder)
    watch.stage('publishing')
    watch.signal.throwIfAborted()
    const model = await tools.publisher.publish(staging, {
      version: 1,
      id,
      ...origin,
      files: await filesIn(staging.folder),
      revision: null,
      precision: weightFormat.toUpperCase(),
      created: new Date(clock.now()).toISOString(),
    })
    return { model, warnings: [] }
  })
}

function exporterArguments(order: OpenVinoOrder, output: string): string[] {
  const { folder, weightFormat, groupSize, ratio, sym, trustRemoteCode } = order
  return [
    ...['export', 'openvino', '--model', folder, '--weight-format', weightFormat],
    ...(groupSize === null ? [] : ['--group-size', String(groupSize)]),
    ...(ratio === null ? [] : ['--ratio', String(ratio)]),
    ...(sym === true ? ['--sym'] : []),
    ...(trustRemoteCode ? ['--trust-remote-code'] : []),
    output,
  ]
}

/** A network described to its end, its weights, and a configuration. */
async function checkComplete(folder: string): Promise<void> {
  const names = await readdir(folder)
  const model = MODELS.find((name) => names.includes(`${name}.xml`))
  if (model === undefined) throw new ConversionRefusal(`${EXPORTER} wrote no ${MODELS[0]}.xml.`)
  if (!(await endOf(join(folder, `${model}.xml`))).trimEnd().endsWith('</net>')) {
    throw new ConversionRefusal(`${EXPORTER} wrote a ${model}.xml that is cut off.`)
  }
  const weights = await stat(join(folder, `${model}.bin`)).catch(() => null)
  if (weights === null || weights.size === 0) throw new ConversionRefusal(`${EXPORTER} wrote no ${model}.bin.`)
  if ((await readJson(join(folder, 'config.json'))) === null) {
    throw new ConversionRefusal(`${EXPORTER} wrote no config.json.`)
  }
}

async function endOf(path: string): Promise<string> {
  const file = await openFile(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(64, size)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8')
  } finally {
    await file.close()
  }
}

async function filesIn(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const relative = path.slice(folder.length + 1).replaceAll('\\', '/')
      return { name: relative, sizeBytes: (await stat(path)).size, sha256: null }
    }),
  )
}
