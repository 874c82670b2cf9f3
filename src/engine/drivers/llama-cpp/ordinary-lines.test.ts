import { expect, test } from 'vitest'
import { isOrdinaryLine } from './ordinary-lines.ts'

test.each([
  ['llama_decode: failed to decode, ret = 2', true],
  ['decode: removing memory module entries for seq_id = 3, pos = [0, +inf)', true],
  ['set_abort_callback: call', true],
  ['llama_context: set_abort_callback: call', true],
  ['llama_decode: failed to decode, ret = -3', false],
  ['graph_compute: ggml_backend_sched_graph_compute_async failed with error -1', false],
  ['ggml.c:12: GGML_ASSERT(n > 0) failed', false],
])('%s: %s', (line, ordinary) => {
  expect(isOrdinaryLine(line)).toBe(ordinary)
})
