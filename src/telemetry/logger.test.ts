import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function capture(pretty: boolean, level = 'info') {
  const lines: string[] = []
  const logger = createLogger({ level, pretty, destination: { write: (line) => lines.push(line) } })
  return { logger, lines, entry: () => JSON.parse(lines[0] ?? '') as Record<string, unknown> }
}

describe('the log', () => {
  it('is one JSON object a line, with the request id', () => {
    const { logger, lines, entry } = capture(false)
    logger.child({ requestId: 'req-1' }).info({ model: 'm' }, 'loaded')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.endsWith('}\n')).toBe(true)
    expect(entry()).toMatchObject({ level: 30, requestId: 'req-1', model: 'm', msg: 'loaded' })
    expect(new Date(String(entry().time)).getTime()).toBeGreaterThan(0)
  })

  it.each([
    [{ headers: { authorization: 'Bearer HIDDEN', 'x-api-key': 'HIDDEN', host: 'h' } }],
    [{ req: { headers: { authorization: 'Bearer HIDDEN', cookie: 'HIDDEN' } } }],
    [{ a: { req: { headers: { authorization: 'HIDDEN' } } } }],
    [{ prompt: 'HIDDEN', messages: [{ content: 'HIDDEN' }] }],
    [{ task: { prompt: 'HIDDEN' }, request: { task: { prompt: 'HIDDEN' } } }],
    [{ body: { input: 'HIDDEN' }, event: { text: 'HIDDEN' } }],
  ])('never shows what is private: %j', (entry) => {
    const { logger, lines } = capture(false)
    logger.info(entry, 'kept')
    expect(lines[0]).toContain('kept')
    expect(lines[0]).toContain('[Redacted]')
    expect(lines[0]).not.toContain('HIDDEN')
  })

  it('is written for people on a terminal, and stays private there', () => {
    const { logger, lines } = capture(true)
    logger.warn({ requestId: 'req-1', prompt: 'HIDDEN' }, 'slow')
    const text = lines.join('')
    expect(text).toMatch(/WARN.*slow/)
    expect(text).toContain('req-1')
    expect(text).not.toContain('HIDDEN')
    expect(text).not.toContain('{"')
  })

  it('keeps quiet below its level', () => {
    const { logger, lines } = capture(false, 'warn')
    logger.info('no')
    logger.error('yes')
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['yes'])
  })
})
