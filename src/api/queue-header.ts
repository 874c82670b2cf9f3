/** How many requests were to go first, this one included; absent when it ran at once. */
const QUEUE_HEADER = 'x-trivet-queue-position'

export function queueHeader(position: number): Record<string, string> {
  return position === 0 ? {} : { [QUEUE_HEADER]: `${position}` }
}
