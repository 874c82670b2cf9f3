import { execFileSync } from 'node:child_process'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { CLIENTS } from './clients.ts'

const access = { origin: 'http://h:1', model: `org/it's "m":Q4_0`, hasKey: true }

const textOf = (name: string, hasKey = true) =>
  CLIENTS.find((client) => client.name === name)?.text({ ...access, hasKey }) ?? ''

test("each program's text is well-formed, and names this server, the model and the key", () => {
  expect(parse(textOf('Codex'))).toMatchObject({
    model: access.model,
    model_provider: 'trivet',
    model_providers: { trivet: { base_url: 'http://h:1/v1', wire_api: 'responses', env_key: 'TRIVET_API_KEY' } },
  })
  expect(JSON.parse(textOf('opencode'))).toMatchObject({
    provider: { trivet: { options: { baseURL: 'http://h:1/v1', apiKey: '{env:TRIVET_API_KEY}' } } },
  })
  expect(parseYaml(textOf('Continue')).models[0]).toMatchObject({ model: access.model, apiBase: 'http://h:1/v1' })
  const script = `claude() { printf '%s|' "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "$@"; }\n${textOf('Claude Code')}`
  const said = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TRIVET_API_KEY: 'k' } })
  expect(said).toBe(`http://h:1|k|--model|${access.model}|`)
})

test('without keys none is named', () => {
  for (const { name } of CLIENTS) expect(textOf(name, false)).not.toContain('TRIVET_API_KEY')
})
