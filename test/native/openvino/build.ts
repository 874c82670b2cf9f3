import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { byteTokenizer } from '../../fixtures/byte-tokenizer.ts'

const STAND_IN = fileURLToPath(new URL('../../fakes/openvino-genai.mjs', import.meta.url))

/** Installs a stand-in for OpenVINO GenAI's package; returns the folder that it is installed in. */
export function installFakeOpenVino(folder: string): string {
  const home = join(folder, 'node_modules', 'openvino-genai-node')
  mkdirSync(join(home, 'dist'), { recursive: true })
  copyFileSync(STAND_IN, join(home, 'dist', 'index.js'))
  const description = { name: 'openvino-genai-node', version: '2026.4.0', type: 'module', main: './dist/index.js' }
  writeFileSync(join(home, 'package.json'), JSON.stringify(description))
  return folder
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
