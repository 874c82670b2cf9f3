import { SCRIPTS, type SharedCommands } from './scripts.ts'

/** Which server, and what of it is ours. */
export interface SharedServer {
  /** `redis://`, or `rediss://` over TLS. */
  readonly url: string
  /** How the names of all that is kept there begin. */
  readonly prefix: string
  /** Certificates in PEM of who vouches for it; `null`: a usual authority. */
  readonly authority: string | null
}

/** Why a command failed. */
export interface Reason {
  /** In words. */
  readonly words: string
  /** Trying again doesn't mend it: somebody must change a setting, here or there. */
  readonly lasting: boolean
}

/** A client of it, which connects again by itself. */
export interface SharedClient {
  /** Without its password. */
  readonly url: string
  readonly commands: SharedCommands
  /** Rejects where the database that the URL names isn't there: the library would go on with another without a word. */
  check(): Promise<void>
  reasonOf(error: unknown): Reason
  onLost(listener: (reason: Reason) => void): void
  close(): void
}

/** A request waits no longer for it: whoever is slower helps nobody with limits. */
const COMMAND_MS = 1_000
const CONNECT_MS = 2_000
const RECONNECT_MS = 250

const CLOSED: Reason = { words: 'it closed the connection', lasting: false }
/** As the library puts it. */
const TIMED_OUT = 'Command timed out'

/** Reads in the library, which nobody else needs. */
export async function openClient({ url, prefix, authority }: SharedServer): Promise<SharedClient> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    keyPrefix: prefix,
    scripts: SCRIPTS,
    commandTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    retryStrategy: () => RECONNECT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // What may have been counted already is not sent again.
    autoResendUnfulfilledCommands: false,
    ...(authority !== null && { tls: { ca: authority } }),
  })
  let lastReason = CLOSED
  redis.on('error', (error) => {
    lastReason = saidBy(error) ?? lastReason
  })
  return {
    url: withoutPassword(url),
    commands: redis as unknown as SharedCommands,
    check: async () => void (await redis.select(redis.options.db ?? 0)),
    reasonOf(error) {
      const { message } = error as Error
      if (message === TIMED_OUT && redis.status === 'ready') {
        lastReason = { words: `it did not answer within ${COMMAND_MS / 1000} s`, lasting: false }
        // It may have gone without a word: a new connection tells.
        redis.disconnect(true)
        return lastReason
      }
      return redis.status === 'ready' ? (saidBy(error) ?? lastReason) : lastReason
    },
    onLost(listener) {
      redis.on('ready', () => {
        lastReason = CLOSED
      })
      redis.on('close', () => listener(lastReason))
    },
    close: () => redis.disconnect(),
  }
}

/** `null`: it is the library's own word for having no connection, which says nothing of why. */
function saidBy(error: unknown): Reason | null {
  const { message, code } = error as NodeJS.ErrnoException
  if (message === TIMED_OUT || /^(Stream isn't writeable|Connection is closed)/.test(message)) return null
  // Its own words are about the library's first command.
  if (message.startsWith('NOAUTH ')) return { words: 'it wants a password (NOAUTH)', lasting: true }
  return {
    words: message.replace(/\.$/, '') || String(code),
    lasting: LASTING_WORDS.test(message) || LASTING_CODES.test(code ?? ''),
  }
}

/**
 * How the server's own refusals begin that stay: of the password, of what the user may do, and of the database (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors).
 */
const LASTING_WORDS = /^(WRONGPASS|NOPERM|ERR (AUTH|invalid password|invalid DB|DB index)) /

/** Of certificates that aren't to be trusted, and of servers that speak no TLS (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const LASTING_CODES = /CERT|^ERR_(SSL|TLS)_|_SIGNATURE$|^HOSTNAME_MISMATCH$/

export function withoutPassword(url: string): string {
  const parsed = new URL(url)
  if (parsed.password !== '') parsed.password = '***'
  return parsed.href
}
