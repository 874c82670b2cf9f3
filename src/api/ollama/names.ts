import type { Scheduler } from '../../scheduler/scheduler.ts'

const LATEST = ':latest'

/** The model a client means: its clients put `:latest` behind a name that has no tag. */
export function modelNamed(scheduler: Scheduler, name: string): string {
  const known = (id: string) => scheduler.models().some((model) => model.id === id)
  const short = name.endsWith(LATEST) ? name.slice(0, -LATEST.length) : name
  return !known(name) && known(short) ? short : name
}
