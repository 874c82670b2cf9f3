import type { Scheduler } from './scheduler.ts'

/** A scheduler's methods, which may need their object, for one that differs in some of them. */
export function methodsOf(scheduler: Scheduler): Scheduler {
  return {
    models: () => scheduler.models(),
    model: (id) => scheduler.model(id),
    look: (id) => scheduler.look(id),
    open: (...given) => scheduler.open(...given),
    load: (...given) => scheduler.load(...given),
    outlook: (order) => scheduler.outlook(order),
    resize: (...given) => scheduler.resize(...given),
    unload: (...given) => scheduler.unload(...given),
    defaults: (id) => scheduler.defaults(id),
    onChange: (listener) => scheduler.onChange(listener),
    drain: (deadlineMs) => scheduler.drain(deadlineMs),
  }
}
