import type { z } from 'zod'
import type { platformsSchema } from '../../api/devices/schema.ts'
import { ask } from '../models/remote-desk.ts'
import { table } from '../table.ts'

type Platforms = z.infer<typeof platformsSchema>

/** What the machine of a server can run. Rejects when there is none. */
export function platformsAt(server: string): Promise<Platforms> {
  return ask<Platforms>(server, 'GET', '/v1/platforms')
}

export function printedPlatforms({ platforms }: Platforms): string {
  const rows = platforms.map(({ id, display_name, available, reason, detected_chips }) => [
    id,
    display_name,
    available ? 'supported' : 'unsupported',
    detected_chips.map(({ chip_type, count }) => (count > 1 ? `${chip_type} x${count}` : chip_type)).join(', '),
    reason ?? '',
  ])
  return table(['PLATFORM', 'NAME', 'STATE', 'CHIPS', 'WHY'], rows)
}
