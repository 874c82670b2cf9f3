import { expect, test } from 'vitest'
import { readReport } from './report.ts'

const VLLM = `# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="big"} 3.0
vllm:num_requests_running{engine="1",model_name="big"} 2.0
vllm:num_requests_waiting{engine="0",model_name="big"} 1.0
vllm:num_requests_waiting{engine="1",model_name="big"} 0.0
vllm:kv_cache_usage_perc{engine="0",model_name="big"} 0.5
vllm:kv_cache_usage_perc{engine="1",model_name="big"} 0.25
vllm:e2e_request_latency_seconds_bucket{le="+Inf",model_name="big"} 9
`

test.each([
  ['vLLM, all of its engines together', VLLM, 'big', { running: 5, waiting: 1, cacheUsed: 0.5 }],
  ['vLLM, by another of the model’s names', VLLM, 'org/big', { running: 5, waiting: 1, cacheUsed: 0.5 }],
  [
    'vLLM before it renamed its cache',
    'vllm:num_requests_running{model_name="m"} 1\nvllm:num_requests_waiting{model_name="m"} 0\nvllm:gpu_cache_usage_perc{model_name="m"} 1',
    'm',
    { running: 1, waiting: 0, cacheUsed: 1 },
  ],
  [
    'SGLang',
    'sglang:num_running_reqs{model_name="m",tp_rank="0"} 4.0\nsglang:num_queue_reqs{model_name="m",tp_rank="0"} 2.0\nsglang:token_usage{model_name="m",tp_rank="0"} 0.28',
    'm',
    { running: 4, waiting: 2, cacheUsed: 0.28 },
  ],
  [
    'llama-server, which names no model',
    'llamacpp:requests_processing 2\nllamacpp:requests_deferred 7\n',
    'm',
    { running: 2, waiting: 7, cacheUsed: null },
  ],
  [
    'Trivet, of several models the one that is meant',
    'trivet_requests_running{model="a"} 1\ntrivet_requests_running{model="b \\"x\\""} 2\ntrivet_requests_waiting{model="b \\"x\\""} 3',
    'b "x"',
    { running: 2, waiting: 3, cacheUsed: null },
  ],
  [
    'several models, of which it is none',
    'vllm:num_requests_running{model_name="a"} 1\nvllm:num_requests_running{model_name="b"} 1',
    'c',
    null,
  ],
  ['another program', 'http_requests_total{code="200"} 3\n<html>', 'm', null],
  ['no number', 'vllm:num_requests_running{model_name="m"} NaN', 'm', null],
])('the load of %s', (_, text, model, load) => {
  expect(readReport(text, model)).toEqual(load)
})
