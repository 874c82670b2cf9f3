import { createOpenVinoDriver } from '../../../src/engine/drivers/openvino/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { installFakeOpenVino, writeIr } from '../../native/openvino/build.ts'
import { driverConformance } from './suite.ts'

const folder = scratch()
const options = { packagePath: installFakeOpenVino(folder), serverPath: null }

driverConformance('openvino', {
  driver: createOpenVinoDriver({ runtime: builtRuntime, ...options }),
  tellsLogits: false,
  slots: 1,
  registry: { openvino: options },
  models: {
    good: writeIr(folder, 'good', 'Qwen3ForCausalLM'),
    bad: { path: writeIr(folder, 'bad', 'Qwen3ForCausalLM', 'broken'), reason: 'the model is broken' },
    embedder: writeIr(folder, 'embedder', 'BertModel'),
    reranker: writeIr(folder, 'reranker', 'BertForSequenceClassification'),
  },
  sizeBytes: 'good\n'.length,
  prompts: { short: 'Say it.', endless: 'Endless', tooLong: 'x'.repeat(5000) },
})
