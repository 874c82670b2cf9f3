import { strFromU8, unzipSync } from 'fflate'
import { encodeDevices } from '../../api/devices/encode.ts'
import { archiveOf, type Files } from '../../api/diagnostics/archive.ts'
import { discretion } from '../../api/diagnostics/discretion.ts'
import { modelFacts, versions } from '../../api/diagnostics/gather.ts'
import { discreetSettings } from '../../api/diagnostics/settings.ts'
import { asTrivetError } from '../../core/errors.ts'
import { privateParts } from '../about.ts'
import { bytes } from '../models/remote-desk.ts'
import type { OutputFile } from '../output-file.ts'
import { packageVersion } from '../version.ts'
import type { Examination } from './examine.ts'

/** Writes what was found, and what a server that runs knows, into a file. Rejects as `OutputFile.write`. */
export async function keepArchive(file: OutputFile, found: Examination): Promise<void> {
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
  file.write(archiveOf(files, discreet))
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
