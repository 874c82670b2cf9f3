import type { ReportedLoad } from '../../driver.ts'

/** Names of the gauges of one kind of server, without the mark between its own name and theirs. */
interface Gauges {
  readonly running: string
  readonly waiting: string
  /** 0 to 1; the first that is there counts. */
  readonly cacheUsed: readonly string[]
}

/**
 * From the servers' own documents: vLLM's Production Metrics (`gpu_cache_usage_perc` until 0.10), SGLang's (with
 * `--enable-metrics`), llama.cpp's `tools/server/README.md` (with `--metrics`), Trivet's. Collectors write `_` for `:`.
 */
const KINDS: readonly Gauges[] = [
  {
    running: 'vllm_num_requests_running',
    waiting: 'vllm_num_requests_waiting',
    cacheUsed: ['vllm_kv_cache_usage_perc', 'vllm_gpu_cache_usage_perc'],
  },
  { running: 'sglang_num_running_reqs', waiting: 'sglang_num_queue_reqs', cacheUsed: ['sglang_token_usage'] },
  {
    running: 'llamacpp_requests_processing',
    waiting: 'llamacpp_requests_deferred',
    cacheUsed: ['llamacpp_kv_cache_usage_ratio'],
  },
  { running: 'trivet_requests_running', waiting: 'trivet_requests_waiting', cacheUsed: [] },
]

interface Sample {
  readonly name: string
  /** `null`: it says none. */
  readonly model: string | null
  readonly value: number
}

/**
 * How busy a model is by what its server tells Prometheus; of several engines, all together, and the fullest of their
 * caches. `null`: it tells nothing of it.
 * @param text in Prometheus' text format
 * @param model its name there
 */
export function readReport(text: string, model: string): Omit<ReportedLoad, 'others'> | null {
  const samples = text.split('\n').flatMap((line) => sampleOf(line) ?? [])
  for (const { running, waiting, cacheUsed } of KINDS) {
    const values = (name: string) => valuesOf(samples, name, model)
    if (values(running).length === 0) continue
    const used = cacheUsed.map(values).find(({ length }) => length > 0)
    return {
      running: sum(values(running)),
      waiting: sum(values(waiting)),
      cacheUsed: used === undefined ? null : Math.max(...used),
    }
  }
  return null
}

/** Those of the model; where none has its name, which may be another of it, those of the only one that is told of. */
function valuesOf(samples: readonly Sample[], name: string, model: string): readonly number[] {
  const all = samples.filter((sample) => sample.name === name)
  const named = all.filter((sample) => sample.model === model)
  const models = new Set(all.map((sample) => sample.model))
  return (named.length > 0 || models.size > 1 ? named : all).map(({ value }) => value)
}

/** Of a line such as `vllm:num_requests_running{engine="0",model_name="m"} 3.0`; `null`: it is none. */
function sampleOf(line: string): Sample | null {
  const [, name = '', labels = '', number = ''] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line) ?? []
  const value = Number(number)
  if (name === '' || !Number.isFinite(value)) return null
  const model = /(?:^|,)\s*(?:model_name|model)="((?:[^"\\]|\\.)*)"/.exec(labels)?.[1]
  return { name: name.replace(':', '_'), model: model?.replace(/\\(.)/g, '$1') ?? null, value }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
