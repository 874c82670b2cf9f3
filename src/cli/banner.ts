/** What `serve` prints when it is ready: the address, and a line to try at once. */
export function banner(version: string, url: string, models: readonly string[]): string {
  const lines = [`Trivet ${version} is listening on ${url}`]
  const [first] = models
  if (first === undefined) {
    lines.push('There are no models here yet. `trivet pull <name>` gets one; `trivet serve <path>` serves a file.')
  } else {
    lines.push(`Models: ${list(models)}`, 'Try:', `  ${curlLine(url, first)}`)
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

function curlLine(url: string, model: string): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
  const quoted = body.replaceAll("'", "'\\''")
  return `curl ${url}/v1/chat/completions -H 'content-type: application/json' -d '${quoted}'`
}
