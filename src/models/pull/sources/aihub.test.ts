import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aiHub, gguf, sha256 } from '../../../../test/fakes/hubs.ts'
import { type PullScene, pullScene } from '../../../../test/fakes/pull-scene.ts'
import { type ZipEntry, zip } from '../../../../test/fakes/zip.ts'
import { ownSource } from '../../own/source.ts'
import { readReference } from '../reference.ts'

let scene: PullScene
beforeEach(async () => {
  scene = await pullScene({ chip: 'SM8650' })
})
afterEach(() => scene.close())

const pull = (name: string) => scene.pull({ reference: readReference(name) })
const weights = gguf(300_000, 7)
const settings = Buffer.from('{"dialog": {}}'.repeat(400))
const CONTENT: readonly ZipEntry[] = [
  { name: 'bundle/', bytes: Buffer.alloc(0), stored: true, mode: 0o040755 },
  { name: 'bundle/weights_1_of_1.bin', bytes: weights, stored: true },
  { name: 'bundle/genie_config.json', bytes: settings },
  { name: '__MACOSX/bundle/._genie_config.json', bytes: Buffer.from('x') },
]
const archive = zip(CONTENT)

function latest(version: string): void {
  scene.server.answer('/releases/latest.txt', (_, response) => response.end(`${version}\n`))
}

test("a bundle for this machine's chip, of the latest release, is a folder of plain files", async () => {
  latest('0.61.0')
  aiHub(scene.server, 'v0.61.0', 'Qwen3-4B', [
    { bytes: zip([{ name: 'a.bin', bytes: weights }]), chipset: 'qualcomm-x-elite' },
    { bytes: zip([{ name: 'b.bin', bytes: weights }]), runtime: 'RUNTIME_ONNX' },
    { bytes: archive, cuts: { after: 20_000, times: 2 } },
  ])
  const stages: string[] = []
  const progress: [number, number | null][] = []
  const watch = {
    stage: (name: string) => stages.push(name),
    progress: (...step: [number, number | null]) => progress.push(step),
  }
  const { id } = await scene.pull({ reference: readReference('qualcomm/qwen3_4b') }, watch)
  expect(id).toBe('qualcomm/Qwen3-4B:W4A16')
  expect(await scene.manifest(id)).toMatchObject({
    entry: '.',
    source: `${scene.server.origin}/releases/v0.61.0/models/qwen3-4b/2.zip`,
    revision: 'v0.61.0',
    precision: 'W4A16',
    files: [
      { name: 'weights_1_of_1.bin', role: 'other', sizeBytes: 300_000, sha256: sha256(weights) },
      { name: 'genie_config.json', role: 'other', sizeBytes: settings.length, sha256: sha256(settings) },
    ],
  })
  expect((await scene.file(id, 'weights_1_of_1.bin')).equals(weights)).toBe(true)
  expect(readdirSync(join(scene.root, 'qualcomm+Qwen3-4B=W4A16')).sort()).toEqual([
    'genie_config.json',
    'manifest.json',
    'weights_1_of_1.bin',
  ])
  expect((await ownSource(scene.root).read()).models).toMatchObject([
    { id, path: join(scene.root, 'qualcomm+Qwen3-4B=W4A16'), parts: [], invalid: null },
  ])
  expect(stages).toEqual(['resolving', 'downloading', 'verifying', 'unpacking', 'publishing'])
  expect(progress.at(-1)).toEqual([300_000 + settings.length, 300_000 + settings.length])
  expect(scene.server.rangesOf('/releases/v0.61.0/models/qwen3-4b/2.zip').length).toBeGreaterThan(4)
})

test('the same release is not fetched again', async () => {
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [{ bytes: archive }])
  await pull('qualcomm/Qwen3-4B')
  const before = scene.server.sentBytes
  expect((await pull('qualcomm/Qwen3-4B:w4a16')).id).toBe('qualcomm/Qwen3-4B:W4A16')
  expect(scene.server.sentBytes - before).toBeLessThan(10)
})

test('another chip and precision are named', async () => {
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [
    { bytes: archive },
    { bytes: archive, chipset: 'qualcomm-x-elite', precision: 'PRECISION_FP16' },
    { bytes: archive, chipset: 'qualcomm-x-elite', precision: 'PRECISION_W4A16' },
  ])
  expect((await pull('qualcomm/Qwen3-4B@x1e80100:w4a16')).id).toBe('qualcomm/Qwen3-4B@x1e80100:W4A16')
  expect((await scene.manifest('qualcomm/Qwen3-4B@x1e80100:W4A16')).source).toMatch(/\/2\.zip$/)
})

test.each([
  ['qualcomm/Nothing', 'invalid_value', /no model `Nothing` in its release v0\.57\.0/],
  ['qualcomm/Kept-Back', 'source_unusable', /license/],
  ['qualcomm/Qwen3-4B@sa8775p', 'invalid_value', /not made for sa8775p. It is for Snapdragon 8 Gen 3 QRD\./],
  ['qualcomm/Qwen3-4B:FP16', 'invalid_value', /has no FP16 for SM8650. It has W4A16\./],
])('%s is refused in words', async (name, code, message) => {
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [{ bytes: archive }])
  await expect(pull(name)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('a machine without a chip of Qualcomm has to name one', async () => {
  await scene.close()
  scene = await pullScene()
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [{ bytes: archive }])
  await expect(pull('qualcomm/Qwen3-4B')).rejects.toMatchObject({
    code: 'invalid_value',
    message: expect.stringMatching(/`qualcomm\/Qwen3-4B@CHIP`, which is one of Snapdragon 8 Gen 3 QRD\./),
  })
})

test('a bundle at a private address is refused', async () => {
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [{ bytes: archive, url: 'http://127.0.0.2/bundle.zip' }])
  await expect(pull('qualcomm/Qwen3-4B')).rejects.toMatchObject({ code: 'source_refused' })
})

const bin = Buffer.from('weights')
test.each<[string, Buffer, RegExp]>([
  ['a name that climbs out', zip([{ name: '../../evil.bin', bytes: bin }]), /invalid relative path/],
  ['an absolute name', zip([{ name: '/etc/evil.bin', bytes: bin }]), /absolute path/],
  ['a name of Windows', zip([{ name: 'nul.bin', bytes: bin }]), /name that no file should have/],
  ['a link', zip([{ name: 'a.bin', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }]), /a link or a device/],
  [
    'two files of one name',
    zip([
      { name: 'a/x.bin', bytes: bin },
      { name: 'b/X.bin', bytes: bin },
    ]),
    /name that is taken/,
  ],
  ['its own archive', zip([{ name: 'bundle.zip', bytes: bin }]), /name that is taken/],
  ['our manifest', zip([{ name: 'manifest.json', bytes: bin }]), /name that is taken/],
  ['an encrypted file', zip([{ name: 'a.bin', bytes: bin, flags: 1 }]), /can't be read/],
  ['another content', zip([{ name: 'a.bin', bytes: bin, crc: 1 }]), /not what its checksum says/],
  ['more than it claims', zip([{ name: 'a.bin', bytes: Buffer.alloc(100_000), sizeSaid: 10 }]), /too many bytes/],
  ['a bomb', zip([{ name: 'a.bin', bytes: Buffer.alloc(80 * 2 ** 20) }]), /more than can be meant/],
  ['nothing', zip([]), /no file in it/],
  ['no archive at all', Buffer.from('<html>log in</html>'.repeat(20)), /End of central directory/],
  ['half of one', archive.subarray(0, 100_000), /End of central directory/],
])('an archive with %s is refused, and nothing of it kept', async (_, bytes, reason) => {
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [{ bytes }])
  await expect(pull('qualcomm/Qwen3-4B')).rejects.toMatchObject({
    code: 'source_unusable',
    message: expect.stringMatching(reason),
  })
  expect(existsSync(join(scene.root, 'qualcomm+Qwen3-4B=W4A16'))).toBe(false)
  expect(existsSync(join(scene.root, '..', 'evil.bin'))).toBe(false)
})

test('there has to be room for what comes out, too', async () => {
  await scene.close()
  const margin = 64 * 2 ** 20
  scene = await pullScene({ chip: 'SM8650', free: async () => margin + archive.length + 1000 })
  aiHub(scene.server, 'v0.57.0', 'Qwen3-4B', [{ bytes: zip([{ name: 'a.bin', bytes: Buffer.alloc(400_000, 'ab') }]) }])
  await expect(pull('qualcomm/Qwen3-4B')).rejects.toMatchObject({ code: 'disk_full' })
})
