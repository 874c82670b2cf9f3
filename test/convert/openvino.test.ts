import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { TrivetError } from '../../src/core/errors.ts'
import { exportOpenVino, type OpenVinoOrder } from '../../src/models/convert/openvino/openvino.ts'
import { gone } from '../engine/processes.ts'
import { ManualClock } from '../fakes/clock.ts'
import { eventually } from '../fakes/listening.ts'
import { storeIn } from './store.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trivet-openvino-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** An exporter that notes its arguments, then does this with the folder it is to write to. */
function exporter(body: string): void {
  const bin = join(root, 'bin')
  mkdirSync(bin, { recursive: true })
  const script = `#!${process.execPath}
const { writeFileSync: write } = require('node:fs')
const out = process.argv.at(-1)
write(${JSON.stringify(join(root, 'arguments'))}, JSON.stringify(process.argv.slice(2)))
write(${JSON.stringify(join(root, 'pid'))}, String(process.pid))
${body}`
  writeFileSync(join(bin, 'optimum-cli'), script)
  chmodSync(join(bin, 'optimum-cli'), 0o755)
}

const WHOLE = `write(out + '/openvino_model.xml', '<net>' + '</net>')
write(out + '/openvino_model.bin', 'weights')
write(out + '/config.json', '{}')`

async function run(change: Partial<OpenVinoOrder> = {}, controller = new AbortController(), clock = systemClock) {
  const store = await storeIn(root)
  const order = { groupSize: null, ratio: null, sym: null, trustRemoteCode: false } as const
  const stages: string[] = []
  const watch = { signal: controller.signal, stage: (name: string) => stages.push(name), progress: () => {} }
  const made = await exportOpenVino(
    { folder: '/models/tiny; rm -rf x', id: 'tiny:int4', weightFormat: 'int4', ...order, ...change },
    { publisher: store, clock, env: { PATH: join(root, 'bin') } },
    watch,
  )
  return { made, stages }
}

const leftovers = () => readdirSync(join(root, 'store', '.staging'))

test('the exporter gets its arguments as they are, and what it wrote becomes a model', async () => {
  exporter(WHOLE)
  const { made, stages } = await run({ groupSize: 64, ratio: 0.8, sym: true, trustRemoteCode: true })
  const given: string[] = JSON.parse(readFileSync(join(root, 'arguments'), 'utf8'))
  const wanted = '--weight-format int4 --group-size 64 --ratio 0.8 --sym --trust-remote-code'.split(' ')
  expect(given.slice(0, -1)).toEqual(['export', 'openvino', '--model', '/models/tiny; rm -rf x', ...wanted])
  expect(stages).toEqual(['converting', 'validating', 'publishing'])
  expect(made.model.id).toBe('tiny:int4')
  expect(leftovers()).toEqual([])
})

test.each([
  ['that fails', `console.error('no such layer'); process.exit(3)`, /failed \(exit code 3\): no such layer/],
  ['that writes nothing', '', /wrote no openvino_model.xml/],
  ['that stops in the middle', `${WHOLE}; write(out + '/openvino_model.xml', '<net>')`, /is cut off/],
  ['that writes no weights', `${WHOLE}; write(out + '/openvino_model.bin', '')`, /wrote no openvino_model.bin/],
])('one %s leaves nothing, and its reason is told', async (_, body, reason) => {
  exporter(body)
  await expect(run()).rejects.toMatchObject({ code: 'convert_failed', message: expect.stringMatching(reason) })
  expect(leftovers()).toEqual([])
})

test('where there is none, what to do is told', async () => {
  await expect(run()).rejects.toThrow(/isn't installed; `pip install optimum-intel/)
})

test('cancelling ends it and what it has started', async () => {
  exporter(`const child = require('node:child_process').spawn('sleep', ['1000'])
write(${JSON.stringify(join(root, 'grandchild'))}, String(child.pid))`)
  const controller = new AbortController()
  const running = run({}, controller)
  await eventually(() => existsSync(join(root, 'grandchild'))).toBe(true)
  controller.abort(new TrivetError('request_cancelled'))
  await expect(running).rejects.toMatchObject({ code: 'request_cancelled' })
  for (const name of ['pid', 'grandchild']) {
    await gone(Number(readFileSync(join(root, name), 'utf8')))
  }
  expect(leftovers()).toEqual([])
})

test('one that says nothing for a quarter of an hour is ended', async () => {
  exporter('setInterval(() => {}, 1000)')
  const clock = new ManualClock()
  const running = run({}, new AbortController(), clock)
  running.catch(() => {})
  await eventually(() => existsSync(join(root, 'pid'))).toBe(true)
  clock.advance(15 * 60_000)
  await expect(running).rejects.toThrow(/said nothing for 900 s/)
})
