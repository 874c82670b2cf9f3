import { InvalidArgumentError } from 'commander'

/** Option values, read from the command line. Each throws commander's InvalidArgumentError. */

export function count(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}

export function positive(value: string): number {
  const number = count(value)
  if (number === 0) throw new InvalidArgumentError('It must be at least 1.')
  return number
}

/** `1,2,4` */
export function positives(value: string): number[] {
  return value.split(',').map(positive)
}
