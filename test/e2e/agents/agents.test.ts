import { describe, expect, test } from 'vitest'
import { says } from '../../fakes/scheduler.ts'
import { fakeServer } from '../../fakes/server.ts'
import { agentRequests } from './requests.ts'

const MODEL = 'local'
const TEXT = 'Here they are.'

/** What an agent would show, put together from whatever form its API answers in. */
function shown(path: string, contentType: string, body: string): string {
  if (contentType.startsWith('application/json')) return JSON.parse(body).output[0].content[0].text
  const values = body
    .split('\n')
    .map((line) => line.replace(/^data: /, ''))
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
  const piece = (value: {
    type?: string
    delta?: string & { text?: string }
    choices?: { delta: { content?: string } }[]
    message?: { content?: string }
  }): string => {
    if (path.startsWith('/v1/responses')) return value.type === 'response.output_text.delta' ? (value.delta ?? '') : ''
    if (path.startsWith('/v1/messages')) return value.delta?.text ?? ''
    if (path.startsWith('/api')) return value.message?.content ?? ''
    return value.choices?.[0]?.delta.content ?? ''
  }
  return values.map(piece).join('')
}

describe('a request of', () => {
  test.each(Object.entries(agentRequests(MODEL)))('%s is answered', async (_, request) => {
    const { app, scheduler } = fakeServer({ models: [{ id: MODEL, reply: says('Here ', 'they ', 'are.') }] })
    const { path, headers, body, warnings } = request
    const response = await app.inject({ method: 'POST', url: path, headers, payload: body })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([200, warnings])
    expect(shown(path, String(response.headers['content-type']), response.body)).toBe(TEXT)
    expect(scheduler.tasks.length).toBe(1)
  })

  test('Claude Code has the same prompt whatever its billing line says', async () => {
    const { app, scheduler } = fakeServer({ models: [{ id: MODEL, reply: says(TEXT) }] })
    const request = agentRequests(MODEL)['Claude Code']
    for (const number of ['4f2e1', '0a0a0']) {
      const payload = JSON.stringify(request?.body).replace('cch=4f2e1', `cch=${number}`)
      const headers = { 'content-type': 'application/json', ...request?.headers }
      await app.inject({ method: 'POST', url: '/v1/messages?beta=true', headers, payload })
    }
    const [first, second] = scheduler.tasks.map((task) => task.prompt)
    expect(first).toContain('You are a coding agent.')
    expect(first).not.toContain('cch=')
    expect(second).toBe(first)
  })
})
