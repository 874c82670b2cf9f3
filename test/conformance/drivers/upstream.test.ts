import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/core/clock.ts'
import type { EngineEvent } from '../../../src/core/event.ts'
import type { Placement } from '../../../src/core/placement.ts'
import type { EngineDriver } from '../../../src/engine/driver.ts'
import { type Directory, openDirectory } from '../../../src/engine/drivers/upstream/directory.ts'
import { createUpstreamDriver } from '../../../src/engine/drivers/upstream/driver.ts'
import type { Program } from '../../e2e/program.ts'
import { ScriptFolder } from '../../engine/script-folder.ts'
import { serving } from '../../engine/serving.ts'
import { type ConformanceSubject, collect, generate, NEVER, start } from './subject.ts'
import { remoteConformance } from './suite.ts'

const scripts = new ScriptFolder()
const good = scripts.write('good', {
  contextTokens: 20,
  replies: [
    { when: 'for ever', steps: [{ text: 'On' }, { text: ' and on', waitFor: 'never' }] },
    { steps: [{ progress: 1 }, { text: 'One' }, { text: ' two' }, { text: ' three' }, { text: ' four' }] },
  ],
})

let program: Program
let directory: Directory

beforeAll(async () => {
  const served = await serving('--model', `${good}=good`)
  program = served.program
  await known(served.url)
  const endpoint = { key: null, models: null, dialect: null, slots: 2, authority: null, patienceMs: 60_000 }
  directory = await openDirectory({
    endpoints: [
      { ...endpoint, url: `${served.url}/v1` },
      // Nothing listens there.
      { ...endpoint, url: 'http://127.0.0.1:1/v1', models: ['away'] },
    ],
    clock: systemClock,
    report() {},
  })
})
afterAll(async () => {
  directory.close()
  await program.dispose()
  scripts.remove()
})

/** Resolves once the server tells the context of its model, which it knows when that is loaded. */
async function known(url: string): Promise<void> {
  const answer = await fetch(`${url}/v1/models/good`)
  const { context_length: context } = (await answer.json()) as { context_length: number | null }
  if (context !== null) return
  await pause(50)
  await known(url)
}

/** The server is there when the first test asks. */
const driver: EngineDriver = {
  id: 'upstream',
  probe: () => opened().probe(),
  recognise: (path) => opened().recognise(path),
  mediaObstacle: () => opened().mediaObstacle(),
  plan: (...given) => opened().plan(...given),
  estimate: async () => null,
  start: (plan, watch) => opened().start(plan, watch),
}
const opened = () => createUpstreamDriver({ directory, clock: systemClock })

const subject: ConformanceSubject = {
  driver,
  models: { good: 'upstream:good', bad: { path: 'upstream:away', reason: 'refuses connections' } },
  prompts: { short: 'Count', endless: 'Go on for ever', tooLong: 'word '.repeat(20) },
}

remoteConformance('upstream', subject)

describe('upstream: loading and ending', () => {
  test('knows what its servers list, and what it was told they have', async () => {
    expect(directory.models()).toEqual(['good', 'away'])
    expect(await driver.recognise('upstream:good')).toEqual({ path: 'upstream:good', sizeBytes: 0 })
    expect(await driver.recognise('upstream:nothing')).toBeNull()
    expect(await driver.recognise('/models/good.gguf')).toBeNull()
    expect(await driver.probe()).toMatchObject({ available: true, reason: '' })
  })

  test('what files it is to use is the server’s own affair, and so are its settings', () => {
    const facts = { path: 'upstream:good', sizeBytes: 0 }
    const planned = (wish: Placement) => () => opened().plan('good', facts, wish, { cores: 1 })
    const refused = (param: string) => expect.objectContaining({ code: 'unsupported_parameter', param })
    expect(planned({ draftModel: '/d.gguf' })).toThrowError(refused('draft_model'))
    expect(planned({ projector: '/p.gguf' })).toThrowError(refused('mmproj'))
    expect(planned({ draftModel: null, projector: null, kvType: 'q8_0' })).not.toThrow()
    const about = ['contextTokens', 'pooling', 'threads', 'kvType']
    const wish = { contextTokens: 64, pooling: 'mean', threads: 1, kvType: 'q8_0' } as const
    expect(opened().remarks?.(wish)).toMatchObject([{ about }])
  })

  test('a server that is away says why it can’t be loaded', async () => {
    await expect(start(subject, subject.models.bad.path)).rejects.toMatchObject({
      code: 'model_load_failed',
      details: { reason: expect.stringContaining('refuses connections') },
    })
  })

  test('stop is idempotent, ends what runs with an error, and refuses what comes after', async () => {
    const instance = await start(subject)
    const events: EngineEvent[] = []
    for await (const event of instance.run(generate(subject.prompts.endless, null), NEVER)) {
      if (event.type === 'text-delta') void instance.stop(0)
      events.push(event)
    }
    const refused = { type: 'error', error: { code: 'engine_unavailable', details: { state: 'stopped' } } }
    expect(events.at(-1)).toMatchObject(refused)
    await instance.stop(0)
    expect(await instance.ended).toMatchObject({ expected: true })
    expect(await collect(instance.run(generate(subject.prompts.short, 1), NEVER))).toMatchObject([refused])
  })
})
