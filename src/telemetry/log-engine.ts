import type { EngineNews } from '../core/engine-news.ts'
import type { Logger } from './logger.ts'

const WORDS: Readonly<Record<EngineNews['what'], string>> = {
  starting: 'loading',
  ready: 'ready',
  draining: 'finishing what runs',
  stopping: 'stopping',
  stopped: 'stopped',
  failed: 'failed',
  crashed: 'engine crashed',
}

/** Writes down what becomes of engines. */
export function logEngine(logger: Logger): (news: EngineNews) => void {
  return ({ model, what, reason, tookMs, engine, crash }) => {
    const line = { model, ...(reason !== null && { reason }) }
    if (what === 'crashed') logger.error({ ...line, ...crash }, WORDS[what])
    else if (what === 'failed') logger.error(line, WORDS[what])
    else if (what === 'ready') logger.info({ ...line, loadMs: tookMs, engine }, WORDS[what])
    else logger.info(line, WORDS[what])
  }
}
