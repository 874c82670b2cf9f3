import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { says } from '../fakes/scheduler.ts'
import { fakeServer } from '../fakes/server.ts'
import { chatSuite } from './chat.suite.ts'
import { errorsSuite } from './errors.suite.ts'
import { modelsSuite } from './models.suite.ts'
import type { Target } from './target.ts'

/** The suites over real sockets and real clients, with an engine that only recites. */
describe('over a fake engine', () => {
  const model = 'org/My-Model-GGUF:Q4_K_M'
  const reply = says('It ', 'was ', 'a ', 'bright ', 'cold ', 'day ', 'in ', 'April, ', 'and ', 'the ', 'clocks…')
  const { app } = fakeServer({
    models: [{ id: model, reply }],
    bodyLimitBytes: 64 * 1024 * 1024,
    serverClock: systemClock,
  })
  let target: Target

  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    target = { baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, model }
  })

  afterAll(async () => {
    app.server.closeAllConnections()
    await app.close()
  })

  modelsSuite(() => target)
  chatSuite(() => target)
  errorsSuite(() => target)
})
