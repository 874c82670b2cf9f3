import { expect, test } from 'vitest'
import type { EngineEvent } from '../../../src/core/event.ts'
import { childrenOf, gone, onlyChildOf } from '../../engine/processes.ts'
import { startParent } from './parent.ts'
import { type ConformanceSubject, collect, endless, isOutput, MODEL_ID, NEVER, start, taskOn } from './subject.ts'

export function endingConformance(subject: ConformanceSubject): void {
  const { models, prompts } = subject
  const short = taskOn(subject, prompts.short)

  test('stop is orderly and idempotent; a task after it is refused', async () => {
    const instance = await start(subject)
    await Promise.all([instance.stop(10_000), instance.stop(10_000)])
    await instance.stop(0)
    expect(await instance.ended).toMatchObject({ expected: true, how: 'exit code 0' })
    expect(childrenOf(process.pid)).toEqual([])
    expect(await collect(instance.run(short, NEVER))).toMatchObject([
      { type: 'error', error: { code: 'engine_unavailable', details: { model: MODEL_ID, state: 'stopped' } } },
    ])
  })

  test('stop ends running tasks with an error, not in silence', async () => {
    const instance = await start(subject)
    const events: EngineEvent[] = []
    for await (const event of instance.run(endless(subject), NEVER)) {
      if (isOutput(event)) void instance.stop(10_000)
      events.push(event)
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'engine_unavailable' } })
    expect(await instance.ended).toMatchObject({ expected: true, how: 'exit code 0' })
  })

  test('stop without a deadline takes it by force', async () => {
    const instance = await start(subject)
    await instance.stop(0)
    expect(await instance.ended).toMatchObject({ expected: true, how: 'SIGKILL' })
    expect(childrenOf(process.pid)).toEqual([])
  })

  test('a crash ends running tasks with how it died, and the instance', async () => {
    const instance = await start(subject)
    const child = onlyChildOf(process.pid)
    const events: EngineEvent[] = []
    for await (const event of instance.run(endless(subject), NEVER)) {
      if (isOutput(event)) process.kill(child, 'SIGKILL')
      events.push(event)
    }
    const details = { model: MODEL_ID, how: 'SIGKILL', lastLine: expect.any(String) }
    const crash = { type: 'error', error: { code: 'engine_crashed', details, param: null } }
    expect(events.at(-1)).toEqual(crash)
    expect(await instance.ended).toMatchObject({ expected: false, how: 'SIGKILL' })
    expect(await collect(instance.run(short, NEVER))).toEqual([crash])
  })

  test.each([
    ['idle', undefined],
    ['working', endless(subject)],
  ])('a server killed while %s leaves no child', async (_, task) => {
    const parent = await startParent(models.good, task, subject.registry)
    const child = onlyChildOf(parent.pid ?? 0)
    parent.kill('SIGKILL')
    await gone(child)
  })
}
