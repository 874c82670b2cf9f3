import { byteSize } from '../table.ts'
import type { ToldJob } from './told-job.ts'

const LEAST_BAR = 10
const MOST_BAR = 40

/** A job on one line of so many columns: what it does, how far it is, how fast, how long still. */
export function progressLine({ state, stage, subject, progress }: ToldJob, columns: number): string {
  const doing = state === 'running' ? (stage ?? 'starting') : state
  if (progress === null) return cut(`${doing} ${subject}`, columns)
  const { done_bytes: done, total_bytes: total, bytes_per_second: speed, eta_seconds: eta } = progress
  const amount = total === null ? byteSize(done) : `${byteSize(done)} of ${byteSize(total)}`
  const pace = [speed === null ? '' : `${byteSize(speed)}/s`, eta === null ? '' : `${duration(eta)} left`]
  const facts = [amount, ...pace].filter(Boolean).join(', ')
  if (total === null || total === 0) return cut(`${doing} ${subject}: ${facts}`, columns)
  const percent = `${Math.floor((done / total) * 100)}`.padStart(3)
  const room = Math.min(MOST_BAR, columns - doing.length - facts.length - ' [] 100 % '.length)
  if (room < LEAST_BAR) return cut(`${doing} ${percent} % ${facts}`, columns)
  const filled = Math.floor((done / total) * room)
  return `${doing} [${'#'.repeat(filled)}${'-'.repeat(room - filled)}] ${percent} % ${facts}`
}

/** `1:05:09`, `5:09` */
export function duration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

function cut(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, Math.max(0, columns - 1))}…`
}
