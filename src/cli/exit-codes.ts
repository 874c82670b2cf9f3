import type { ErrorCode } from '../core/errors.ts'

/** What the program's exit status says. Listed in `trivet --help`. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  address: 3,
  model: 4,
  broken: 5,
  interrupted: 130,
} as const

export const EXIT_CODES_HELP = `
Exit codes:
  0    done
  1    something went wrong in Trivet itself, or a check of doctor failed
  2    wrong arguments or settings
  3    the address can't be listened on, or a server doesn't answer
  4    the model can't be had, loaded or run
  5    the server doesn't keep the contract
  130  interrupted`

/** The exit status for an error that ends the program. */
export function exitCodeOf(code: ErrorCode): number {
  switch (code) {
    case 'invalid_config':
    case 'invalid_value':
    case 'requantize_refused':
    case 'model_ambiguous':
    case 'model_exists':
    case 'key_exists':
    case 'key_not_found':
      return EXIT.usage
    case 'address_unavailable':
    case 'upstream_error':
      return EXIT.address
    case 'internal_error':
      return EXIT.failure
    case 'request_cancelled':
      return EXIT.interrupted
    default:
      return EXIT.model
  }
}
