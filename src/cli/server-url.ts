import { InvalidArgumentError } from 'commander'

/** The address of a server as an option's value. Throws commander's InvalidArgumentError for what is none. */
export function serverUrl(value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
  throw new InvalidArgumentError('It must be an address, such as http://127.0.0.1:8420.')
}
