import { createOpenVinoDriver } from '../../../src/engine/drivers/openvino/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { OVMS, writeIr } from '../../native/openvino/build.ts'
import { servedConformance } from './suite.ts'

const folder = scratch()
const options = { packagePath: null, serverPath: OVMS }

servedConformance('openvino by OpenVINO Model Server', {
  driver: createOpenVinoDriver({ runtime: builtRuntime, ...options }),
  chats: true,
  registry: { openvino: options },
  models: {
    good: writeIr(folder, 'good', 'Qwen3ForCausalLM'),
    bad: { path: writeIr(folder, 'bad', 'Qwen3ForCausalLM', 'broken'), reason: 'the model is broken' },
  },
  sizeBytes: 'good\n'.length,
  prompts: { short: 'Say it.', endless: 'Endless', tooLong: 'x '.repeat(5000) },
})
