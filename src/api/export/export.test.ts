import { describe, expect, test } from 'vitest'
import { fakeServer } from '../../../test/fakes/server.ts'

const { app } = fakeServer({ models: [], bodyLimitBytes: 1024 * 1024 })

async function exported(fields: object) {
  return app.inject({ method: 'POST', url: '/v1/chat/export', payload: fields })
}

/** The messages' part of the file. */
async function sections(...messages: object[]): Promise<string> {
  const { body } = await exported({ messages })
  return body.slice(body.indexOf('---\n\n') + '---\n\n'.length)
}

describe('an export', () => {
  test('is a Markdown file, named after the time', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', content: 'Hi!\n\nHow are you?' },
      { role: 'assistant', content: 'Fine, **thanks**.' },
    ]
    const { statusCode, headers, body } = await exported({ messages, model: 'org/m', device: 'CPU' })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="chat-export-20231114-221320.md"')
    expect(body).toBe(
      [
        '# Trivet chat export',
        '',
        '*Exported: 2023-11-14 22:13:20 UTC · Model: org/m · Device: CPU*',
        '',
        '---',
        '',
        '### ⚙️ System',
        '',
        '*Be brief.*',
        '',
        '*Be kind.*',
        '',
        '### 👤 User',
        '',
        '> Hi!',
        '>',
        '> How are you?',
        '',
        '### 🤖 Assistant',
        '',
        'Fine, **thanks**.',
        '',
      ].join('\n'),
    )
  })

  test('has reasoning folded, calls and results fenced', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'now', arguments: '{"tz":"`UTC`"}' } }
    const text = await sections(
      { role: 'assistant', content: null, reasoning_content: 'Look it up.', tool_calls: [call] },
      { role: 'tool', content: 'say ```12:00```', tool_call_id: 'c' },
    )
    expect(text).toBe(
      '### 🤖 Assistant\n\n<details>\n<summary>Reasoning</summary>\n\nLook it up.\n\n</details>\n\n' +
        '**now**\n\n```json\n{"tz":"`UTC`"}\n```\n\n### 🔧 Tool\n\n````\nsay ```12:00```\n````\n',
    )
  })

  test('fences a result with any number of ticks', async () => {
    const content = '`a'.repeat(200_000)
    expect(await sections({ role: 'tool', content, tool_call_id: 'c' })).toBe(
      `### 🔧 Tool\n\n\`\`\`\n${content}\n\`\`\`\n`,
    )
  })

  test('names parts that are no text, and roles that it does not know', async () => {
    const parts = [
      { type: 'text', text: 'look:' },
      { type: 'image_url', image_url: { url: 'data:,' } },
    ]
    expect(await sections({ role: 'user', content: parts })).toBe('### 👤 User\n\n> look:\n>\n> [image_url]\n')
    expect(await sections({ role: 'critic\n# x', content: '' })).toBe('### 💬 Critic # x\n')
  })
})

test.each([
  [{ messages: [] }, 'messages'],
  [{}, 'messages'],
  [{ messages: Array(4097).fill({ role: 'user', content: 'a' }) }, 'messages'],
  [{ messages: [{ content: 'a' }] }, 'messages.0.role'],
])('case %#', async (fields, param) => {
  const { statusCode, json } = await exported(fields)
  expect([statusCode, json().error.param]).toEqual([400, param])
})
