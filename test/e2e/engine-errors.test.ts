import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modelFile } from '../engine/loaded.ts'
import { scratch } from '../fakes/scratch.ts'
import { elf } from '../fixtures/elf.ts'
import { installFakeOpenVino, writeIr, writeSeeingIr } from '../native/openvino/build.ts'
import { buildFakeRknn, buildOldRknn, writeRknnModel } from '../native/rknn/build.ts'
import { RKLLM3_SERVER, writeCardModel } from '../native/rknn3/build.ts'
import { startPrograms } from './programs.ts'

const folder = scratch()
const start = startPrograms(afterAll)

/** A server of these models, and what it answers to a load. */
async function loads(models: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const given = Object.entries(models).flatMap(([id, path]) => ['--model', `${path}=${id}`])
  const program = start(['serve', '--port', '0', '--threads', '1', '--model-stores', 'none', ...flags, ...given])
  const url = await program.listening()
  return async (model: string, more: object = {}) => {
    const response = await fetch(`${url}/v1/models/load`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...more }),
    })
    const body = (await response.json()) as ReturnType<typeof JSON.parse>
    return { status: response.status, code: body.error?.code, message: body.error?.message ?? body.message, body }
  }
}

function home(name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

const text = writeRknnModel(folder, 'text', 'rows')

test('no engine for a model: each that would do says why it does not', async () => {
  const both = writeIr(folder, 'both', 'BertModel')
  writeFileSync(join(both, 'model.onnx'), '')
  const away = ['--openvino-package-path', '/nowhere', '--onnx-package-path', '/nowhere']
  const load = await loads({ both }, ...away)
  expect(await load('both')).toMatchObject({
    status: 503,
    code: 'driver_unavailable',
    message:
      'No engine here can run `both`: OpenVINO would do: OpenVINO GenAI is not installed in /nowhere. `npm install -g openvino-genai-node` gets it, for Node 21 or newer; openvino.package_path names another place that it is in. OpenVINO Model Server does as well: openvino.server_path names it. ONNX Runtime would do: ONNX Runtime is not installed in /nowhere. `npm install -g --ignore-scripts onnxruntime-node` gets it (288 MB), or `onnxruntime-web`, which is slower but runs on any machine; onnx.package_path names another place that it is in.',
  })
})

test('a runtime that is missing: where it was looked for', async () => {
  const ir = writeIr(folder, 'ir', 'BertModel')
  const load = await loads({ ir }, '--openvino-server-path', '/nowhere')
  expect(await load('ir')).toMatchObject({
    status: 503,
    code: 'driver_unavailable',
    message:
      'No engine here can run `ir`: ovms is not here (looked for /nowhere/ovms). Install OpenVINO Model Server, or point openvino.server_path at it.',
  })
})

test('a model for a chip that is not here: what else is wrong, and which chips it could be for', async () => {
  const load = await loads({ text }, '--rknn2-library-path', '/nowhere')
  expect(await load('text')).toMatchObject({
    status: 400,
    code: 'unsupported_platform',
    message:
      "The model `text` was made for RKNN2, which this machine can not run: librknnrt.so is not here (looked for /nowhere/librknnrt.so). Install Rockchip's RKNN runtime (rknpu2 of rknn-toolkit2), or point rknn2.library_path at it. There is no RK3588, RK3576, RK3568, RK3566, RK3562, RV1126B here.",
  })
})

test('a runtime for another machine: which it is for, and which this is', async () => {
  const ir = writeIr(folder, 'foreign-ir', 'BertModel')
  const program = join(home('foreign'), 'ovms')
  writeFileSync(program, elf(40))
  const load = await loads({ ir }, '--openvino-server-path', program)
  const { status, message } = await load('ir')
  expect([status, message]).toEqual([
    503,
    expect.stringMatching(
      /^No engine here can run `ir`: \S+\/ovms is built for ARM \(32-bit\), and this process is \S+\. Install the build for \S+\.$/,
    ),
  ])
})

test('a library that is too old: what it lacks', async () => {
  const load = await loads({ text }, '--rknn2-library-path', buildOldRknn(home('old')))
  expect(await load('text')).toMatchObject({
    status: 500,
    code: 'model_load_failed',
    message:
      "The model `text` could not be loaded: its library has no function `rknn_init`, as older releases of it haven't. Install a newer one.",
  })
})

test('a package that is too old, for what is to be done with it or for this Node', async () => {
  const install = installFakeOpenVino(home('packages'))
  const package_ = join(install, 'node_modules', 'openvino-genai-node')
  writeFileSync(join(package_, 'dist', 'index.js'), 'export function LLMPipeline() {}')
  const seer = writeSeeingIr(folder, 'seer')
  const load = await loads({ seer }, '--openvino-package-path', install)
  expect((await load('seer')).message).toBe(
    "The model `seer` could not be loaded: openvino-genai-node 2026.4.0 has no VLMPipeline, as older releases of it haven't. Install a newer one.",
  )
  const description = { name: 'openvino-genai-node', version: '2099.1.0', type: 'module', main: './dist/index.js' }
  writeFileSync(join(package_, 'package.json'), JSON.stringify({ ...description, engines: { node: '>=99.0.0' } }))
  const again = await loads({ seer }, '--openvino-package-path', install)
  expect((await again('seer')).message).toBe(
    `No engine here can run \`seer\`: openvino-genai-node 2099.1.0 needs Node 99 or newer, and this is ${process.versions.node}. Update Node.`,
  )
})

test('a device that is busy: with what', async () => {
  const models = { first: writeCardModel(folder, 'first'), second: writeCardModel(folder, 'second') }
  const load = await loads(models, '--rknn3-server-path', RKLLM3_SERVER)
  expect(await load('first')).toMatchObject({ status: 200 })
  expect(await load('second')).toMatchObject({
    status: 500,
    code: 'model_load_failed',
    message:
      'The model `second` could not be loaded: an RK182x carries one model at a time, and `first` is loaded: more break its connection. Unload it first.',
  })
})

test('a device without memory for all instances: as many as there is room for, and why not more', async () => {
  const alone = writeRknnModel(folder, 'alone', 'rows', 'alone')
  const load = await loads({ alone }, '--rknn2-library-path', buildFakeRknn(home('npu')))
  const { status, body } = await load('alone', { instance_count: 2 })
  expect([status, body]).toMatchObject([
    200,
    {
      message: "model 'alone' partially loaded",
      requested_instance_count: 2,
      actual_instance_count: 1,
      failures: [
        'The model `alone` could not be loaded: the RKNN runtime could not load the model: there is no memory left (-4).',
      ],
    },
  ])
})

test('the engine that the settings name for a model runs it, though another comes before', async () => {
  const told = writeIr(folder, 'told', 'BertModel')
  writeFileSync(join(told, 'model.onnx'), '')
  const config = join(folder, 'trivet.yaml')
  const packages = installFakeOpenVino(home('again'))
  const settings = (platform: string) => {
    const yaml = `model_stores: [none]\nmodels: [{ path: ${told}, id: told, platform: ${platform} }]\nopenvino: { package_path: ${packages} }\nonnx: { package_path: /nowhere }\n`
    writeFileSync(config, yaml)
  }
  settings('openvino')
  expect(await (await loads({}, '--config', config))('told')).toMatchObject({ status: 200 })
  settings('onnx')
  const { message } = await (await loads({}, '--config', config))('told')
  expect(message).toMatch(/^No engine here can run `told`: ONNX Runtime is not installed in \/nowhere\./)
})

test('accelerators that are not there are refused by the field that names them', async () => {
  const load = await loads({ demo: modelFile('demo') })
  expect(await load('demo', { main_gpu: 1 })).toMatchObject({
    status: 400,
    code: 'invalid_value',
    message: '`main_gpu` is 1, the accelerators being counted from 0, but none is there to be used.',
    body: { error: { param: 'main_gpu' } },
  })
  expect(await load('demo', { tensor_split: [3, 1] })).toMatchObject({
    status: 400,
    body: { error: { param: 'tensor_split' } },
  })
  expect(await load('demo', { main_gpu: 0 })).toMatchObject({ status: 200 })
})

test('a draft model is refused by engines that have no use for one', async () => {
  const load = await loads({ text, demo: modelFile('demo') }, '--rknn2-library-path', buildFakeRknn(home('drafting')))
  expect(await load('text', { draft_model: 'demo' })).toMatchObject({
    status: 400,
    code: 'unsupported_parameter',
    message: 'The parameter `draft_model` is not supported by the RKNN engine. Leave it out or set it to null.',
  })
})
