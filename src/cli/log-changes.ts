import type { Clock } from '../core/clock.ts'
import type { Supervisor, SupervisorStatus } from '../engine/supervisor/supervisor.ts'
import type { EngineState } from '../engine/supervisor/transition.ts'
import type { Logger } from '../telemetry/logger.ts'

/** Writes down what becomes of an engine: loading, ready, crashed, failed, gone. */
export function logChanges(supervisor: Pick<Supervisor, 'status' | 'onChange'>, logger: Logger, clock: Clock): void {
  let before = supervisor.status()
  let since = clock.now()
  supervisor.onChange((now) => {
    if (now.crashes > before.crashes) logger.error({ ...now.lastCrash }, 'engine crashed')
    if (now.state !== before.state) {
      tell(now, clock.now() - since, logger)
      since = clock.now()
    }
    before = now
  })
}

const WORDS: Readonly<Record<EngineState, string>> = {
  starting: 'loading',
  ready: 'ready',
  draining: 'finishing what runs',
  stopping: 'stopping',
  stopped: 'stopped',
  failed: 'failed',
}

function tell({ state, reason, loaded }: SupervisorStatus, tookMs: number, logger: Logger): void {
  if (state === 'failed') logger.error({ reason }, WORDS.failed)
  else if (state === 'ready') logger.info({ loadMs: tookMs, engine: loaded?.model.engineVersion }, WORDS.ready)
  else logger.info(reason === null ? {} : { reason }, WORDS[state])
}
