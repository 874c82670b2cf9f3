import type { EncodedAdvice } from '../../api/advice/schema.ts'
import { table } from '../table.ts'

type Speed = EncodedAdvice['models'][number]['devices'][number]['decode']

const HEADINGS = ['MODEL', 'DEVICE', 'ROOM', 'NEEDS', 'FREE', 'TOK/S', 'PRECISION', 'CONTEXT', 'THREADS']

/** Advice for a terminal: what suits each wish, then each model on each device, then what is to be known of them. */
export function printedAdvice({ profiles, models, estimates }: EncodedAdvice): string {
  const picks = Object.entries(profiles).map(([profile, best]) =>
    best === null ? [profile, '–', 'Nothing has room.'] : [profile, `${best.model} on ${best.device}`, best.reason],
  )
  const rows = models.flatMap(({ id, devices }) =>
    devices.map(({ device, fit, decode, recommended }) => [
      ...[id, device, fit.verdict, gb(fit.needed_bytes), gb(fit.free_bytes), speed(decode)],
      ...[recommended.precision ?? '–', String(recommended.context_length), String(recommended.threads ?? '–')],
    ]),
  )
  const notes = models.flatMap(({ id, devices }) =>
    devices.flatMap(({ device, warnings }) =>
      warnings
        .filter(({ code }) => code !== 'not-measured')
        .map(({ code, message }) => `${id} on ${device}: ${code}: ${message}`),
    ),
  )
  const reasons =
    models.length === 1
      ? (models[0]?.devices ?? []).flatMap(({ device, recommended }) =>
          recommended.reasons.map((reason) => `${device}: ${reason}`),
        )
      : []
  const sections = [
    models.length === 0
      ? 'There are no models here. `trivet pull` fetches one.'
      : table(['FOR', 'TAKE', 'BECAUSE'], picks),
    rows.length === 0 ? '' : table(HEADINGS, rows),
    reasons.join('\n'),
    notes.join('\n'),
    models.length === 0 ? '' : estimated(estimates),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

/** `39.2`, with `~` where nobody measured it. */
function speed({ tokens_per_second, source }: Speed): string {
  return `${source === 'estimated' ? '~' : ''}${tokens_per_second.toFixed(1)}`
}

function estimated({ measured_models, usual_error }: EncodedAdvice['estimates']): string {
  if (usual_error === null) return '~ is estimated. Nothing was measured here: `trivet bench` does.'
  const percent = Math.round(100 * usual_error)
  return `~ is estimated. Half of the estimates here are off by ${percent} % or less (measured: ${measured_models}).`
}

function gb(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
