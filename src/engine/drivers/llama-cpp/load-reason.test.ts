import { expect, test } from 'vitest'
import { loadReason } from './load-reason.ts'

test.each([
  [
    'the loader names the tensor',
    [
      "llama_model_load: error loading model: tensor 'blk.1.ffn_up.weight' data is not within the file bounds, model is corrupted or incomplete",
      'llama_model_load_from_file_impl: failed to load model',
    ],
    "tensor 'blk.1.ffn_up.weight' data is not within the file bounds, model is corrupted or incomplete",
  ],
  [
    'the words of the reader where the loader only passes them on',
    [
      "gguf_init_from_reader: invalid magic characters: '<!do', expected 'GGUF'",
      'llama_model_load: error loading model: llama_model_loader: failed to load model from x.gguf',
    ],
    'it does not begin as a GGUF file does',
  ],
  [
    'what is wrong before what it was doing',
    [
      "gguf_init_from_reader: tensor 'a' has offset 7, expected 0",
      'gguf_init_from_reader: failed to read tensor data',
      'llama_model_load: error loading model: llama_model_loader: failed to load model from x.gguf',
    ],
    "tensor 'a' has offset 7, expected 0",
  ],
  [
    'what it was doing where nothing else is said',
    [
      'gguf_init_from_reader: failed to read key-value pairs',
      'llama_model_load: error loading model: llama_model_loader: failed to load model from x.gguf',
    ],
    'failed to read key-value pairs',
  ],
  [
    'a value out of bounds',
    [
      'read: string length 1152921504606846976 exceeds maximum 1073741824',
      'gguf_init_from_reader: failed to read key-value pairs',
    ],
    'string length 1152921504606846976 exceeds maximum 1073741824',
  ],
  ['an assertion', ['ggml.c:123: GGML_ASSERT(n_head > 0) failed'], 'GGML_ASSERT(n_head > 0) failed'],
  ['nothing of the kind', ['load_backend: loaded CPU backend'], null],
  ['an empty log', [], null],
])('%s', (_, log, reason) => {
  expect(loadReason(log)).toBe(reason)
})
