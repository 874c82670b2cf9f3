import { expect, it } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { BARE_MACHINE } from '../../test/fakes/machine.ts'
import type { EngineDriver, PlatformId } from '../engine/driver.ts'
import { openMachine } from './open-machine.ts'

function scene() {
  const clock = new ManualClock()
  const probed: PlatformId[] = []
  const driver = (id: PlatformId) =>
    ({
      id,
      async probe() {
        probed.push(id)
        return { available: true, reason: '', version: `${probed.length}`, devices: [] }
      },
    }) as unknown as EngineDriver
  const machine = openMachine({ drivers: [driver('llama_cpp'), driver('scripted')] }, clock, null, () => BARE_MACHINE)
  return { clock, probed, machine }
}

it('engines are asked once for all who ask within half a minute, and then again', async () => {
  const { clock, probed, machine } = scene()
  const [first, second] = await Promise.all([machine.report(), machine.report()])
  expect([first.engines[0]?.version, second.engines[0]?.version]).toEqual(['1', '1'])
  clock.advance(29_999)
  await machine.report()
  expect(probed).toEqual(['llama_cpp'])
  clock.advance(1)
  expect((await machine.report()).engines[0]?.version).toBe('2')
})

it('the test driver is not among the engines', async () => {
  const { engines, platforms, cpu } = await scene().machine.report()
  expect(engines.map(({ platform }) => platform)).toEqual(['llama_cpp'])
  expect(platforms.map(({ id, available }) => [id, available])).toContainEqual(['llama_cpp', true])
  expect(cpu).toEqual(BARE_MACHINE.cpu)
})
