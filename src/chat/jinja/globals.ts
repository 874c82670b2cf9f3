import { JinjaError } from './errors.ts'
import { MAX_RANGE } from './limits.ts'
import { strftime } from './strftime.ts'
import { str } from './text.ts'
import { needNumber } from './text-filters.ts'
import { type Arguments, type Callable, itemsOf, Namespace, type Value } from './value.ts'

/** Names that every template may use: Jinja's own functions, and those that transformers adds. */
export function globals(now: Date): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ['range', range],
    ['dict', ({ positional, named }) => new Map<Value, Value>([...entriesOf(positional[0]), ...named])],
    ['namespace', namespace],
    ['joiner', joiner],
    ['cycler', cycler],
    ['strftime_now', ({ positional }) => strftime(str(positional[0] ?? ''), now)],
    [
      'raise_exception',
      ({ positional }) => {
        throw new JinjaError(str(positional[0] ?? ''))
      },
    ],
  ])
}

function range({ positional }: Arguments): Value[] {
  const numbers = positional.map(needNumber)
  const [start, stop, step] =
    numbers.length === 1 ? [0, numbers[0] ?? 0, 1] : [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 1]
  if (step === 0) throw new JinjaError('range() arg 3 must not be zero')
  const length = Math.max(0, Math.ceil((stop - start) / step))
  if (length > MAX_RANGE)
    throw new JinjaError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${MAX_RANGE}).`)
  return Array.from({ length }, (_, at) => start + at * step)
}

function namespace({ positional, named }: Arguments): Namespace {
  const given = entriesOf(positional[0]).map(([key, value]): [string, Value] => [str(key), value])
  return new Namespace(new Map([...given, ...named]))
}

function entriesOf(value: Value | undefined): (readonly [Value, Value])[] {
  if (value === undefined) return []
  if (value instanceof Map) return [...value]
  return itemsOf(value).map((pair) => {
    const [key = null, item = null] = itemsOf(pair)
    return [key, item]
  })
}

/** A function that says its separator every time but the first. */
function joiner({ positional }: Arguments): Callable {
  const separator = positional[0] ?? ', '
  let used = false
  return () => {
    const text = used ? separator : ''
    used = true
    return text
  }
}

function cycler({ positional }: Arguments): Namespace {
  let at = 0
  const next: Callable = () => positional[at++ % positional.length] ?? null
  const reset: Callable = () => {
    at = 0
    return null
  }
  return new Namespace(
    new Map<string, Value>([
      ['next', next],
      ['reset', reset],
    ]),
  )
}
