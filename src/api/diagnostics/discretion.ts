import { isIP } from 'node:net'
import { isLoopback } from '../../core/loopback.ts'
import { censored } from '../../telemetry/censor.ts'

/** What a text that leaves the machine must not give away. */
export interface Private {
  /** Keys and tokens, as they are. */
  readonly secrets: readonly string[]
  /** Of whoever runs this. */
  readonly home: string
  readonly user: string
  /** What the machine is called. */
  readonly host: string
  /** Other folders of people's files. */
  readonly folders: readonly string[]
}

/** Names too common to tell anything, and too common a word to be taken out of every sentence. */
const NOBODY = ['root', 'user', 'node', 'trivet', 'ubuntu', 'debian', 'admin', 'localhost']
const LEAST = 3

/** Takes out of texts what is private: secrets, people's names and folders, and addresses of machines. */
export function discretion({ secrets, home, user, host, folders }: Private): (text: string) => string {
  const hidden: (readonly [string | RegExp, string])[] = [
    ...longestFirst(secrets).flatMap((secret) => spellings(secret).map((each) => [each, '***'] as const)),
    ...longestFirst(folders).flatMap((folder) => spellings(folder).map((each) => [each, '<folder>'] as const)),
    ...spellings(home === '/' ? '' : home).map((each) => [each, '~'] as const),
    [/\b((?:redis|valkey)s?:\/\/)[^\s/"']+/g, '$1<address>'],
    [/(\/(?:home|Users)\/)[^/\s"'\\]+/g, '$1<user>'],
    ...[user, host].filter(tells).map((name) => [wordly(name), '<name>'] as const),
  ]
  return (text) => withoutAddresses(hidden.reduce((rest, [what, mask]) => rest.replaceAll(what, mask), censored(text)))
}

function tells(name: string): boolean {
  return name.length >= LEAST && !NOBODY.includes(name.toLowerCase())
}

function wordly(name: string): RegExp {
  return new RegExp(`(?<!\\w)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'gi')
}

/** As it is, and as JSON has it. */
function spellings(text: string): readonly string[] {
  return text.length < LEAST ? [] : [...new Set([text, JSON.stringify(text).slice(1, -1)])]
}

function longestFirst(texts: readonly string[]): readonly string[] {
  return [...texts].sort((one, other) => other.length - one.length)
}

/** A version may look like an address; one too many is taken out rather than one too few. */
function withoutAddresses(text: string): string {
  return text.replace(/(?<![\w.:])[\da-f]*[.:][\da-f.:]*[\da-f](?![\w.])/gi, (found) => {
    const [address = found] = isIP(found) === 0 ? found.split(/:(?=\d{1,5}$)/) : [found]
    return isIP(address) === 0 || isLoopback(address) ? found : found.replace(address, '<address>')
  })
}
