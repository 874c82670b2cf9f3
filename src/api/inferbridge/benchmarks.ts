import { z } from 'zod'
import { BENCHMARK_PROMPT } from '../../benchmarks/prompt.ts'
import type { BenchmarkDevice } from '../../benchmarks/run.ts'
import { parseOpenVinoDevice } from '../../core/compute/openvino.ts'
import { TrivetError } from '../../core/errors.ts'
import { measureModels } from '../benchmarks/measure-models.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import { encodeRun, recommend } from './benchmark-rows.ts'
import { deviceError } from './devices.ts'
import { knownModels } from './models/known.ts'
import type { Lifecycle } from './models/lifecycle.ts'
import { inferbridgeRoute } from './route.ts'

const DEVICES = ['CPU', 'GPU', 'NPU', 'AUTO']

const schema = z.object({
  model: z.string().min(1).nullish(),
  models: z.array(z.string().min(1)).max(64).nullish(),
  devices: z.array(z.string()).max(32).default(DEVICES),
  prompt: z.string().max(20_000).nullish(),
  max_tokens: z.int().min(1).max(4096).default(64),
  runs: z.int().min(1).max(10).default(1),
})

/** Measuring models on devices, at once, and what was measured before. */
export function benchmarkEndpoints(given: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { benchmarks } = given

  /** Throws `invalid_value` about what names no device. */
  async function devicesOf(names: readonly string[]): Promise<readonly BenchmarkDevice[]> {
    if (names.length === 0) throw misfit('`devices` names no device.', 'devices')
    return Promise.all(
      names.map(async (name) => {
        const device = parseOpenVinoDevice(name)
        if (device === null) throw await deviceError(name, given)
        const require = (model: string) => lifecycle.requireDevices(name, model)
        return { name: device.name, compute: device.name === 'AUTO' ? undefined : device.compute, require }
      }),
    )
  }

  async function encoded() {
    const known = new Map((await knownModels(given)).map((each) => [each.id, lifecycle.entry(each)]))
    return benchmarks.list().map((run) => encodeRun(run, known))
  }

  return [
    inferbridgeRoute('POST /v1/benchmarks/run', {
      summary: 'Measure models on devices',
      body: schema,
      tells: 'What was measured.',
      async answer({ body, signal }) {
        const named = [...new Set([...(body.model ? [body.model] : []), ...(body.models ?? [])])]
        if (named.length === 0) throw misfit('`model` or `models` is required.', 'model')
        const devices = await devicesOf(body.devices)
        const known = await Promise.all(named.map((name) => lifecycle.find(name)))
        const order = {
          models: known.map(({ id }) => id),
          devices,
          settings: {
            prompt: body.prompt?.trim() || BENCHMARK_PROMPT,
            promptTokens: [],
            concurrency: [1],
            maxTokens: body.max_tokens,
            runs: body.runs,
            warmUps: 1,
          },
        }
        const run = await measureModels(given, order, signal)
        return encodeRun(run, new Map(known.map((each) => [each.id, lifecycle.entry(each)])))
      },
    }),
    inferbridgeRoute('GET /v1/benchmarks', {
      summary: 'List what was measured',
      tells: 'The runs, newest first.',
      answer: async () => ({ object: 'list', data: await encoded() }),
    }),
    inferbridgeRoute('GET /v1/benchmarks/latest', {
      summary: 'Tell what was measured last',
      tells: 'The run.',
      async answer() {
        const [run = null] = await encoded()
        return { run, recommendation: run && recommend(run.results) }
      },
    }),
    inferbridgeRoute('DELETE /v1/benchmarks', {
      summary: 'Forget what was measured',
      tells: 'It is forgotten.',
      answer: () => ({ status: 'cleared', deleted_runs: benchmarks.clear() }),
    }),
  ]
}

function misfit(reason: string, param: string): TrivetError {
  return new TrivetError('invalid_value', { reason }, param)
}
