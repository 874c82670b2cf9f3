import type { Unusable } from './unusable.ts'

/** The models of a server, as its banner tells them. */
export interface BannerModels {
  /** Ids of those that can be asked for. */
  readonly usable: readonly string[]
  readonly unusable?: readonly Unusable[]
  /** Those that answer only once they were asked to load; the first one's load is another line. Default: none. */
  readonly toLoadFirst?: (model: string) => boolean
}

/** What `serve` prints when it is ready: the address, and a line to try at once. */
export function banner(
  version: string,
  url: string,
  { usable, unusable = [], toLoadFirst = () => false }: BannerModels,
): string {
  const lines = [
    `Trivet ${version} is listening on ${url}`,
    ...unusable.map(({ id, reason }) => `The model ${id} can't be used: ${reason}`),
  ]
  const [first] = usable
  if (first === undefined && unusable.length > 0) return lines.join('\n')
  if (first === undefined) {
    lines.push('There are no models here yet. `trivet pull <name>` gets one; `trivet serve <path>` serves a file.')
  } else {
    lines.push(`Models: ${list(usable)}`, 'Try:')
    if (toLoadFirst(first)) lines.push(`  ${curlLine(`${url}/v1/models/load`, { model: first })}`)
    lines.push(`  ${curlLine(`${url}/v1/chat/completions`, { model: first, messages: [GREETING] })}`)
  }
  return lines.join('\n')
}

/** The first few. */
function list(models: readonly string[]): string {
  const shown = models.slice(0, MOST_SHOWN).join(', ')
  const more = models.length - MOST_SHOWN
  return more > 0 ? `${shown} and ${more} more` : shown
}

const MOST_SHOWN = 8

const GREETING = { role: 'user', content: 'Hello' }

function curlLine(url: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''")
  return `curl ${url} -H 'content-type: application/json' -d '${quoted}'`
}
