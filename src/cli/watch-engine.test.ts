import { expect, it } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { FakeSupervisor } from '../../test/fakes/supervisor.ts'
import type { SupervisorStatus } from '../engine/supervisor/supervisor.ts'
import { logEngine } from '../telemetry/log-engine.ts'
import { createLogger } from '../telemetry/logger.ts'
import { watchEngine } from './watch-engine.ts'

it('tells each change of an engine once, with how long loading took and why it crashed', () => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const clock = new ManualClock()
  const engine = new FakeSupervisor()
  let change = (_: SupervisorStatus) => {}
  const watched = {
    status: () => engine.status(),
    onChange(listener: typeof change) {
      change = listener
      return () => {}
    },
  }
  watchEngine('m', watched, clock, logEngine(createLogger({ level: 'info', pretty: false, destination })))

  const idle = engine.status()
  change({ ...idle, state: 'starting' })
  clock.advance(250)
  change({ ...idle, state: 'starting', progress: 0.5 })
  clock.advance(250)
  engine.finishLoad()
  change(engine.status())
  change({ ...engine.status(), running: 1 })
  const lastCrash = { expected: false, how: 'SIGSEGV', lastLine: 'tensor gone' }
  change({ ...engine.status(), state: 'starting', reason: 'it crashed', crashes: 1, lastCrash })
  change({ ...engine.status(), state: 'failed', reason: 'three crashes', crashes: 1 })

  expect(lines.map(({ time: _, ...rest }) => rest)).toEqual([
    { level: 30, model: 'm', msg: 'loading' },
    { level: 30, model: 'm', msg: 'ready', loadMs: 500, engine: 'fake 1' },
    { level: 50, model: 'm', msg: 'engine crashed', ...lastCrash },
    { level: 30, model: 'm', msg: 'loading', reason: 'it crashed' },
    { level: 50, model: 'm', msg: 'failed', reason: 'three crashes' },
  ])
})
