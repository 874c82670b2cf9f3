const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

type Part = (date: Date) => string

const two =
  (part: (date: Date) => number): Part =>
  (date) =>
    String(part(date)).padStart(2, '0')
const hour12 = (date: Date) => date.getHours() % 12 || 12

const DIRECTIVES: Readonly<Record<string, Part>> = {
  Y: (date) => String(date.getFullYear()),
  y: two((date) => date.getFullYear() % 100),
  m: two((date) => date.getMonth() + 1),
  d: two((date) => date.getDate()),
  e: (date) => String(date.getDate()).padStart(2),
  B: (date) => MONTHS[date.getMonth()] ?? '',
  b: (date) => MONTHS[date.getMonth()]?.slice(0, 3) ?? '',
  h: (date) => MONTHS[date.getMonth()]?.slice(0, 3) ?? '',
  A: (date) => DAYS[date.getDay()] ?? '',
  a: (date) => DAYS[date.getDay()]?.slice(0, 3) ?? '',
  w: (date) => String(date.getDay()),
  u: (date) => String(date.getDay() || 7),
  H: two((date) => date.getHours()),
  I: two(hour12),
  M: two((date) => date.getMinutes()),
  S: two((date) => date.getSeconds()),
  f: (date) => String(date.getMilliseconds() * 1000).padStart(6, '0'),
  p: (date) => (date.getHours() < 12 ? 'AM' : 'PM'),
  j: (date) => String(dayOfYear(date)).padStart(3, '0'),
  F: (date) => strftime('%Y-%m-%d', date),
  T: (date) => strftime('%H:%M:%S', date),
  R: (date) => strftime('%H:%M', date),
  D: (date) => strftime('%m/%d/%y', date),
  c: (date) => strftime('%a %b %e %H:%M:%S %Y', date),
  x: (date) => strftime('%m/%d/%y', date),
  X: (date) => strftime('%H:%M:%S', date),
  // A time without a zone, as `datetime.now()` has it.
  Z: () => '',
  z: () => '',
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
}

/** C's `strftime` in the C locale, of a time in this machine's zone. A `-` after the `%` leaves out leading zeros. */
export function strftime(format: string, date: Date): string {
  return format.replace(/%(-?)([a-zA-Z%])/g, (whole, bare: string, letter: string) => {
    const text = DIRECTIVES[letter]?.(date)
    if (text === undefined) return whole
    return bare === '' ? text : text.replace(/^[0 ]+(?=\d)/, '')
  })
}

function dayOfYear(date: Date): number {
  const newYear = Date.UTC(date.getFullYear(), 0, 0)
  return (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - newYear) / 86_400_000
}
