import { InvalidArgumentError } from 'commander'
import { TrivetError } from '../core/errors.ts'

const NO_PASSWORD =
  'The address in --url must have no user and no password in it. A key is given apart, such as in TRIVET_API_KEY.'

/**
 * The address of a server as an option's value. Throws commander's InvalidArgumentError for what is none, and
 * `invalid_value` for one with a password, which can't be sent (https://fetch.spec.whatwg.org/#dom-request) and which
 * commander would repeat.
 */
export function serverUrl(value: string): string {
  if (URL.canParse(value)) {
    const { protocol, username, password } = new URL(value)
    if (username !== '' || password !== '') throw new TrivetError('invalid_value', { reason: NO_PASSWORD })
    if (/^https?:$/.test(protocol)) return value
  }
  throw new InvalidArgumentError('It must be an address, such as http://127.0.0.1:8420.')
}
