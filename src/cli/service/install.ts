import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TrivetError } from '../../core/errors.ts'
import { servingFlags } from '../serving-flags.ts'
import { settingsFor } from '../settings.ts'
import { systemdUnit } from './unit.ts'

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))
const NAME = 'trivet.service'

/**
 * Writes the unit, and tells how to start it. Throws `invalid_config` when it can't be written, or would start a server
 * that refuses its flags.
 */
export function installService(
  serveFlags: readonly string[],
  { system = false, print = false }: { readonly system?: boolean; readonly print?: boolean },
): void {
  const drainSeconds = Math.ceil(settingsFor(servingFlags(serveFlags)).drainTimeoutMs / 1000)
  const unit = systemdUnit({ command: [process.execPath, MAIN, 'serve', ...serveFlags], system, drainSeconds })
  if (print) {
    process.stdout.write(unit)
    return
  }
  const path = system ? join('/etc/systemd/system', NAME) : join(userUnits(), NAME)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, unit)
  } catch (error) {
    const reason = `The unit can't be written: ${(error as Error).message}. --print shows it.`
    throw new TrivetError('invalid_config', { reason }, null, { cause: error })
  }
  const systemctl = system ? 'systemctl' : 'systemctl --user'
  console.log(`Written: ${path}`)
  console.log(`Start it now and whenever ${system ? 'the machine starts' : 'you log in'}:`)
  console.log(`  ${systemctl} daemon-reload && ${systemctl} enable --now trivet`)
  if (!system) console.log('Without logging in: loginctl enable-linger')
}

function userUnits(): string {
  return join(process.env.XDG_CONFIG_HOME || join(process.env.HOME || homedir(), '.config'), 'systemd', 'user')
}
