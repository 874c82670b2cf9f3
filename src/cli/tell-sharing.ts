import type { SharedLink } from '../store/shared/link.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { TelemetryDesk } from '../telemetry/telemetry.ts'

/** Says loudly when the server that keys and limits are shared through goes, and when it comes back. */
export function tellSharing(
  link: SharedLink,
  logger: Pick<Logger, 'info' | 'error'>,
  { events, shares }: Pick<TelemetryDesk, 'events' | 'shares'>,
): void {
  shares(() => link.status.trouble === null)
  link.onChange(({ url, trouble }) => {
    if (trouble === null) {
      logger.info({ url }, 'keys, counters and limits are shared again')
      events.add({ level: 'info', type: 'sharing.restored', message: 'Keys, counters and limits are shared again.' })
      return
    }
    logger.error(
      { url, reason: trouble },
      'keys, counters and limits are not shared: each server counts for itself, with the keys that it knows',
    )
    events.add({
      level: 'error',
      type: 'sharing.lost',
      message: 'Keys, counters and limits are not shared with other servers at the moment. The log says why.',
    })
  })
}
