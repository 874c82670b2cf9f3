import type { Events } from '../../telemetry/events.ts'
import type { Telemetry } from '../../telemetry/telemetry.ts'

/** A series of one model, as Prometheus writes it. */
const OF_MODEL = /\{(?:[^}]*,)?model="((?:[^"\\]|\\.)*)"/

/**
 * The same telemetry, of which whoever asks with a key for some models is told nothing of the others.
 * @param bound whether a model may be told of, for the request that this code runs for; `null`: all may
 */
export function shownTelemetry(telemetry: Telemetry, bound: () => ((model: string) => boolean) | null): Telemetry {
  const shown: Telemetry = Object.create(telemetry)
  return Object.defineProperties(shown, {
    events: {
      get: () => {
        const may = bound()
        return may === null ? telemetry.events : shownEvents(telemetry.events, may)
      },
    },
    usage: {
      value: {
        ...telemetry.usage,
        byModel: () => {
          const may = bound()
          const all = telemetry.usage.byModel()
          return may === null ? all : new Map([...all].filter(([model]) => may(model)))
        },
      },
    },
    metrics: {
      value: {
        contentType: telemetry.metrics.contentType,
        async text() {
          const may = bound()
          const text = await telemetry.metrics.text()
          return may === null ? text : shownSeries(text, may)
        },
      },
    },
  })
}

function shownEvents(events: Events, may: (model: string) => boolean): Events {
  const isShown = ({ model }: { readonly model: string | null }) => model === null || may(model)
  return {
    ...events,
    after(cursor, limit) {
      const page = events.after(cursor, limit)
      return { ...page, items: page.items.filter(isShown) }
    },
    latest: (count) => events.latest(count).filter(isShown),
  }
}

function shownSeries(text: string, may: (model: string) => boolean): string {
  const isShown = (line: string) => {
    const [, model] = OF_MODEL.exec(line) ?? []
    return model === undefined || may(model.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character)))
  }
  return text.split('\n').filter(isShown).join('\n')
}
