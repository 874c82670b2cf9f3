import type { EngineNews } from '../core/engine-news.ts'
import type { EventOrder, Events } from './events.ts'

/** Makes events of what becomes of engines. Their own words stay in the log: they may hold anything. */
export function engineEvents(events: Pick<Events, 'add'>): (news: EngineNews) => void {
  return (news) => {
    const event = eventOf(news)
    if (event !== null) events.add({ ...event, model: news.model })
  }
}

function eventOf({ model, what, tookMs, crash }: EngineNews): EventOrder | null {
  switch (what) {
    case 'starting':
      return { level: 'info', type: 'model.loading', message: `The model ${model} is being loaded.` }
    case 'ready':
      return { level: 'info', type: 'model.ready', message: `The model ${model} is ready after ${seconds(tookMs)} s.` }
    case 'stopped':
      return { level: 'info', type: 'model.unloaded', message: `The model ${model} is unloaded.` }
    case 'failed':
      return { level: 'error', type: 'model.failed', message: `The model ${model} has failed. The log says why.` }
    case 'crashed':
      return {
        level: 'error',
        type: 'model.crashed',
        message: `An engine of the model ${model} ended unexpectedly (${crash?.how ?? 'unknown'}).`,
      }
    case 'draining':
    case 'stopping':
      return null
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
