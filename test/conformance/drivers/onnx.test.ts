import { join } from 'node:path'
import { createOnnxDriver } from '../../../src/engine/drivers/onnx/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { scorer, slow, writeOnnxModel } from '../../fixtures/onnx/models.ts'
import { driverConformance } from './suite.ts'

const folder = scratch()
const config = { 'config.json': { model_type: 'bert', max_position_embeddings: 512 } }
const packages: readonly (readonly [string, string | null])[] = [
  ['WebAssembly', null],
  // Native code, where whoever tests has it installed.
  ...(process.env.ONNXRUNTIME_NODE ? [['native', process.env.ONNXRUNTIME_NODE] as const] : []),
]

for (const [name, packagePath] of packages) {
  driverConformance(`onnx, ${name}`, {
    driver: createOnnxDriver({ runtime: builtRuntime, packagePath }),
    does: 'embed',
    slots: 1,
    registry: { onnx: { packagePath } },
    models: {
      good: writeOnnxModel(join(folder, 'good'), slow(2), config),
      bad: { path: writeOnnxModel(join(folder, 'bad'), 'nonsense', config), reason: 'parsing failed' },
      reranker: writeOnnxModel(join(folder, 'reranker'), scorer(), config),
    },
    prompts: { short: 'Say it.', endless: 'x'.repeat(500), tooLong: 'x'.repeat(5000) },
  })
}
