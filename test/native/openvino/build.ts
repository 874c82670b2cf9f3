import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteTokenizer } from '../../fixtures/byte-tokenizer.ts'

const STAND_IN = fileURLToPath(new URL('../../fakes/openvino-genai.mjs', import.meta.url))

/** A stand-in for OpenVINO Model Server. */
export const OVMS = fileURLToPath(new URL('../../fakes/ovms.mjs', import.meta.url))

/** Installs a stand-in for OpenVINO GenAI's package, and the one that it rests on; returns the folder that they are in. */
export function installFakeOpenVino(folder: string): string {
  install(folder, 'openvino-genai-node', 'module', readFileSync(STAND_IN, 'utf8'))
  const tensor =
    'exports.addon = { Tensor: class { constructor(type, shape, data) { Object.assign(this, { type, shape, data }) } } }'
  install(folder, 'openvino-node', 'commonjs', tensor)
  return folder
}

function install(folder: string, name: string, type: string, source: string): void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(join(home, 'dist'), { recursive: true })
  writeFileSync(join(home, 'dist', 'index.js'), source)
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name, version: '2026.4.0', type, main: './dist/index.js' }),
  )
}

/** One that reads images, too. */
export function writeSeeingIr(folder: string, name: string): string {
  const home = writeIr(folder, name, 'Qwen2VLForConditionalGeneration')
  for (const ending of ['xml', 'bin']) {
    renameSync(join(home, `openvino_model.${ending}`), join(home, `openvino_language_model.${ending}`))
  }
  return home
}

/** A folder as optimum-intel exports it; returns it. */
export function writeIr(folder: string, name: string, className: string, behaviour = 'good'): string {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  const put = (file: string, text: string) => writeFileSync(join(home, file), text)
  put('openvino_model.xml', '<net/>')
  put('openvino_model.bin', `${behaviour}\n`)
  put('config.json', JSON.stringify({ architectures: [className], model_type: 'test', max_position_embeddings: 512 }))
  put('tokenizer.json', JSON.stringify(byteTokenizer()))
  return home
}
