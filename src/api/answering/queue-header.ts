import type { OpenModel } from '../../scheduler/scheduler.ts'

/** How many requests were to go first, this one included; absent when it ran at once. */
const QUEUE_HEADER = 'x-trivet-queue-position'

export function queueHeader(open: Pick<OpenModel, 'position'>): Record<string, string> {
  const position = open.position()
  return position === 0 ? {} : { [QUEUE_HEADER]: `${position}` }
}
