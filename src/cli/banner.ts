/**
 * What `serve` prints when it is ready: the address, and a line to try at once.
 * @param toLoadFirst models that answer only once they were asked to load; the first one's load is another line
 */
export function banner(
  version: string,
  url: string,
  models: readonly string[],
  toLoadFirst: (model: string) => boolean = () => false,
): string {
  const lines = [`Trivet ${version} is listening on ${url}`]
  const [first] = models
  if (first === undefined) {
    lines.push('There are no models here yet. `trivet pull <name>` gets one; `trivet serve <path>` serves a file.')
  } else {
    lines.push(`Models: ${list(models)}`, 'Try:')
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
