import type { Dfa } from '../automaton/dfa.ts'
import { matchAutomaton } from '../pattern/automaton.ts'

const LEAP_YEAR = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const DAY_OF_YEAR =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))'
const DATE = `(?:\\d{4}-${DAY_OF_YEAR}|${LEAP_YEAR}-02-29)`
// Leap seconds are left out: whether there was one is not for a grammar to know.
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)'

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const GROUP = '[0-9a-fA-F]{1,4}'
/** Every place that the `::` of an IPv6 address can have, and none. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((after) => `(?:${GROUP}:){1,${7 - after}}(?::${GROUP}){${after}}`),
  `:(?:(?::${GROUP}){1,7}|:)`,
].join('|')

// Shorter labels and fewer of them than DNS allows, so that the whole stays within its 253 characters by itself; no two
// hyphens in a row, since `xn--` begins what must be Punycode.
const LABEL = '[a-zA-Z0-9](?:-?[a-zA-Z0-9]){0,15}'
const HOSTNAME = `${LABEL}(?:\\.${LABEL}){0,6}`

// Units may only be left out at the ends: a year and a day have a month between them (RFC 3339, appendix A).
const COUNT = '\\d{1,9}'
const MINUTES = `${COUNT}M(?:${COUNT}S)?`
const CLOCK = `T(?:${COUNT}H(?:${MINUTES})?|${MINUTES}|${COUNT}S)`
const MONTHS = `${COUNT}M(?:${COUNT}D)?`
const CALENDAR = `(?:${COUNT}Y(?:${MONTHS})?|${MONTHS}|${COUNT}D)`

const ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
const HEX = '[0-9a-fA-F]'
const URI_CHARACTER = `(?:[a-zA-Z0-9._~!$&'()*+,;=:@-]|%${HEX}{2})`
const PATH = `(?:/${URI_CHARACTER}*)*`
const TAIL = `(?:\\?(?:${URI_CHARACTER}|[/?])*)?(?:#(?:${URI_CHARACTER}|[/?])*)?`

/** What a text of each format looks like: all of its texts, or, where the standard's own are endless, the usual ones. */
const FORMATS: Readonly<Record<string, string>> = {
  date: DATE,
  time: TIME,
  'date-time': `${DATE}T${TIME}`,
  duration: `P(?:${COUNT}W|${CALENDAR}(?:${CLOCK})?|${CLOCK})`,
  uuid: `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`,
  email: `${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[a-zA-Z]{2,24}`,
  hostname: HOSTNAME,
  ipv4: `(?:${BYTE}\\.){3}${BYTE}`,
  ipv6: IPV6,
  uri: `[a-zA-Z][a-zA-Z0-9+.-]{1,29}://${HOSTNAME}(?::\\d{1,4})?${PATH}${TAIL}`,
  'uri-reference': `(?:[a-zA-Z][a-zA-Z0-9+.-]{1,29}://${HOSTNAME}(?::\\d{1,4})?)?(?:/${URI_CHARACTER}+)*/?${TAIL}`,
  'json-pointer': '(?:/(?:[^/~]|~[01])*)*',
  byte: '(?:[a-zA-Z0-9+/]{4})*(?:[a-zA-Z0-9+/]{2}==|[a-zA-Z0-9+/]{3}=)?',
}

/** Formats that JSON Schema defines and no automaton here knows. Names it doesn't define are annotations. */
const UNKNOWN = ['idn-email', 'idn-hostname', 'iri', 'iri-reference', 'uri-template', 'regex', 'relative-json-pointer']

const automata = new Map<string, Dfa>()

/** The texts of a format; `null` when its name says nothing about them; `unknown` when it does and can't be followed. */
export function formatAutomaton(name: string): Dfa | null | 'unknown' {
  if (UNKNOWN.includes(name)) return 'unknown'
  const pattern = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (pattern === undefined) return null
  const automaton = automata.get(name) ?? matchAutomaton(pattern)
  automata.set(name, automaton)
  return automaton
}
