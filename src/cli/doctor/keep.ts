import { writeFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { encodeDevices } from '../../api/devices/encode.ts'
import { archiveOf, type Files } from '../../api/diagnostics/archive.ts'
import { discretion } from '../../api/diagnostics/discretion.ts'
import { modelFacts, versions } from '../../api/diagnostics/gather.ts'
import { discreetSettings } from '../../api/diagnostics/settings.ts'
import { asTrivetError, TrivetError } from '../../core/errors.ts'
import { privateParts } from '../about.ts'
import { bytes } from '../models/remote-desk.ts'
import { packageVersion } from '../version.ts'
import type { Examination } from './examine.ts'

/** Writes what was found, and what a server that runs knows, into a new file of the user's; resolves with what was done. */
export async function keepArchive(file: string, found: Examination): Promise<string> {
  const { config, settings, checks, report, catalogue, doorway } = found
  const discreet = discretion(privateParts(process.env, config, catalogue))
  const files: Files = {
    'checks.json': checks,
    'versions.json': versions(packageVersion()),
    'settings.json': discreetSettings(settings),
    'machine.json': encodeDevices(report),
    'models.json': modelFacts(catalogue),
    ...(doorway.health === null ? {} : await filesOf(doorway.url)),
  }
  await writeFile(file, archiveOf(files, discreet), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EEXIST' ? 'there is such a file; name another' : error.message
      throw new TrivetError('invalid_value', { reason: `--zip ${file}: ${reason}.` })
    },
  )
  return `Wrote ${file}. It is plain text without keys, prompts and names; look into it before you give it away.`
}

/** What the server has gathered; one that wants another key gives nothing, which is told. */
async function filesOf(url: string): Promise<Files> {
  try {
    const archive = unzipSync(await bytes(url, 'GET', '/v1/system/diagnostics'))
    return Object.fromEntries(Object.entries(archive).map(([name, said]) => [`server/${name}`, strFromU8(said)]))
  } catch (error) {
    return { 'server/missing.txt': `${asTrivetError(error).message}\n` }
  }
}
