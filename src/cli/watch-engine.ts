import type { Clock } from '../core/clock.ts'
import type { EngineNews } from '../core/engine-news.ts'
import type { Supervisor } from '../engine/supervisor/supervisor.ts'

/** Tells what becomes of an engine: loading, ready, crashed, failed, gone. */
export function watchEngine(
  model: string,
  supervisor: Pick<Supervisor, 'status' | 'onChange'>,
  clock: Clock,
  tell: (news: EngineNews) => void,
): void {
  let before = supervisor.status()
  let since = clock.elapsed()
  supervisor.onChange((now) => {
    const { state, reason, loaded, crashes, lastCrash } = now
    const news = { model, tookMs: clock.elapsed() - since, engine: null, crash: null }
    if (crashes > before.crashes) tell({ ...news, what: 'crashed', reason: null, crash: lastCrash })
    if (state !== before.state) {
      tell({ ...news, what: state, reason, engine: state === 'ready' ? (loaded?.model.engineVersion ?? null) : null })
      since = clock.elapsed()
    }
    before = now
  })
}
