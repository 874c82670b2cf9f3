/** Entry of the process that takes images apart: whatever they do to libvips, they do it here. */
import { writeFileSync } from 'node:fs'
import { asTrivetError } from '../../core/errors.ts'
import { HERE } from './decoder.ts'
import type { Order, Told } from './messages.ts'

/** Of all processes, this one goes first where memory runs out (Linux). */
const FIRST_TO_GO = '1000'

async function answer(order: Order): Promise<Told> {
  const bytes = Buffer.from(order.bytes)
  try {
    return order.want === 'pixels'
      ? { want: 'pixels', image: await HERE.pixels(bytes, order.attachment) }
      : { want: 'header', header: await HERE.header(bytes, order.param) }
  } catch (thrown) {
    return { want: 'error', error: asTrivetError(thrown).report() }
  }
}

try {
  writeFileSync('/proc/self/oom_score_adj', FIRST_TO_GO)
} catch {
  // Elsewhere the kernel chooses.
}
// When to end is the server's call, and its end is this one's.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', async (order: Order) => process.send?.(await answer(order)))
