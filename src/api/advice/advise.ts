import { TrivetError } from '../../core/errors.ts'
import { adviseModel, type DeviceAdvice } from '../../models/advisor/advise.ts'
import { measurementsOf, withUsualError } from '../../models/advisor/measurements.ts'
import { pick, pickReason } from '../../models/advisor/pick.ts'
import { PROFILES, type Profile, profileNamed } from '../../models/advisor/profile.ts'
import { sitesOf } from '../../models/advisor/sites.ts'
import { fingerprint } from '../devices/fingerprint.ts'
import type { Services } from '../services.ts'
import { encodeDevice } from './encode.ts'
import { figuresHere } from './figures.ts'
import type { AdviceQuery, EncodedAdvice } from './schema.ts'

/** What advice is made of. */
export interface AdviceSources extends Pick<Services, 'scheduler' | 'catalogue'> {
  readonly machine: Pick<Services['machine'], 'report'>
  readonly benchmarks: Pick<Services['benchmarks'], 'list'>
}

/** What there is to say of the models here, on this machine. Rejects with `model_not_found` or `selector_unknown`. */
export async function advise({ model, profile: named }: AdviceQuery, sources: AdviceSources): Promise<EncodedAdvice> {
  const profile = profileOf(named)
  const wanted = model === undefined ? null : (await sources.scheduler.look(model)).id
  const [report, figures] = await Promise.all([sources.machine.report(), figuresHere(sources)])
  const hardware = fingerprint(report)
  const sites = sitesOf(report)
  const measured = measurementsOf(sources.benchmarks.list(), hardware)
  const measurements = withUsualError(measured, figures, sites)
  const advised = figures.map((each) => ({ each, devices: adviseModel(each, sites, measurements, profile) }))
  const all = advised.flatMap(({ devices }) => devices)
  return {
    object: 'advice',
    profile,
    hardware,
    estimates: { measured_models: measured.models.length, usual_error: measurements.usualError },
    profiles: Object.fromEntries(PROFILES.map((each) => [each, picked(all, each)])) as EncodedAdvice['profiles'],
    models: advised
      .filter(({ each }) => wanted === null || each.id === wanted)
      .map(({ each, devices }) => ({
        id: each.id,
        parameters: each.parameters,
        precision: each.precision,
        devices: devices.map(encodeDevice),
      })),
  }
}

function profileOf(named: string): Profile {
  const profile = profileNamed(named)
  if (profile === null) {
    const reason = `\`profile\` is \`${named}\`; it must be one of ${PROFILES.join(', ')}.`
    throw new TrivetError('invalid_value', { reason }, 'profile')
  }
  return profile
}

function picked(advice: readonly DeviceAdvice[], profile: Profile): EncodedAdvice['profiles'][Profile] {
  const best = pick(advice, profile)
  return best && { model: best.model.id, device: best.site.device, reason: pickReason(best, profile) }
}
