import { expect, test } from 'vitest'
import { BARE_MACHINE } from '../../../test/fakes/machine.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { Device } from '../../core/device.ts'

const CARD: Device = {
  ...{ name: 'CUDA0', description: 'NVIDIA GeForce RTX 4090', kind: 'gpu' },
  memoryBytes: { free: 23 * 2 ** 30, total: 24 * 2 ** 30 },
}

interface Listed {
  readonly id: string
  readonly kind: string
  readonly fit: { readonly verdict: string; readonly needed_bytes: number }
  readonly pull: object
  readonly device: string | null
  readonly decode_tokens_per_second: number | null
}

async function library(search: string, gigabytes: number, cards: readonly Device[] = []): Promise<readonly Listed[]> {
  const bytes = gigabytes * 1e9
  const memory = { ...BARE_MACHINE.memory, totalBytes: bytes, availableBytes: bytes }
  const engines = BARE_MACHINE.engines.map((engine) => ({ ...engine, devices: [...engine.devices, ...cards] }))
  const { app } = fakeServer({ models: [], machine: { ...BARE_MACHINE, memory, engines } })
  return (await app.inject(`/v1/models/library${search}`)).json().data
}

test('those that answer come first, each with whether it has room', async () => {
  const models = await library('', 8)
  const kinds = models.map(({ kind }) => kind)
  expect(kinds.lastIndexOf('chat')).toBeLessThan(kinds.findIndex((kind) => kind !== 'chat'))
  const verdicts = new Set(models.map(({ fit }) => fit.verdict))
  expect(verdicts).toEqual(new Set(['fits', 'tight', 'no']))
  for (const { fit } of models) expect(fit.needed_bytes > 8e9).toBe(fit.verdict === 'no')
})

test('the words that are searched for are all in what is found', async () => {
  const found = await library('?query=qwen%200.8', 8)
  expect(found.map(({ id, pull }) => [id, pull])).toEqual([
    ['qwen3.5-0.8b', { model: 'unsloth/Qwen3.5-0.8B-GGUF', precision: 'Q4_K_M', id: 'qwen3.5-0.8b' }],
  ])
})

test('what has no room here comes after what has, whatever is wanted most', async () => {
  for (const profile of ['fastest', 'balanced', 'best-quality', 'lowest-memory', 'lowest-power']) {
    const chats = (await library(`?profile=${profile}`, 8)).filter(({ kind }) => kind === 'chat')
    const rooms = chats.map(({ fit }) => fit.verdict !== 'no')
    expect(rooms.lastIndexOf(true)).toBeLessThan(rooms.indexOf(false))
  }
})

test('what has no room in the memory of the machine may have it on its card', async () => {
  const of = async (cards: readonly Device[]) => {
    const [model] = await library('?query=qwen3.5-27b', 16, cards)
    return [model?.fit.verdict, model?.device]
  }
  expect(await of([])).toEqual(['no', 'CPU'])
  expect(await of([CARD])).toEqual(['fits', 'CUDA0'])
  const [model] = await library('?query=qwen3.5-27b', 16, [CARD])
  expect(model?.decode_tokens_per_second).toBeCloseTo(39.2)
})
