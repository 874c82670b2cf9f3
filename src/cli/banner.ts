/** What `serve` prints when it is ready: the address, and a line to try at once. */
export function banner(version: string, url: string, models: readonly string[]): string {
  const lines = [`Trivet ${version} is listening on ${url}`]
  const [first] = models
  if (first === undefined) {
    lines.push('No models are configured. `trivet serve <path>` serves one; trivet.yaml keeps a list.')
  } else {
    lines.push(`Models: ${models.join(', ')}`, 'Try:', `  ${curlLine(url, first)}`)
  }
  return lines.join('\n')
}

function curlLine(url: string, model: string): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
  const quoted = body.replaceAll("'", "'\\''")
  return `curl ${url}/v1/chat/completions -H 'content-type: application/json' -d '${quoted}'`
}
