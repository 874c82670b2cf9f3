/**
 * Stands in for the process that takes images apart. The first byte says what becomes of it: 1 ends it, 2 ends it the
 * first time (as told by a file, whose path follows), 3 never answers; anything else is answered with a header.
 */
import { existsSync, writeFileSync } from 'node:fs'

process.on('disconnect', () => process.exit())
process.on('message', ({ bytes }) => {
  const [kind, ...rest] = bytes
  const marker = Buffer.from(rest).toString()
  if (kind === 1) process.kill(process.pid, 'SIGSEGV')
  else if (kind === 2 && !existsSync(marker)) {
    writeFileSync(marker, '')
    process.kill(process.pid, 'SIGSEGV')
  } else if (kind !== 3) {
    process.send({ want: 'header', header: { format: 'png', width: process.pid, height: kind, frames: 1 } })
  }
})
