import { expect, test } from 'vitest'
import { duration, progressLine } from './progress-line.ts'
import { showJob } from './show-job.ts'
import type { ToldEvent, ToldJob } from './told-job.ts'

const job = (more: Partial<ToldJob> = {}): ToldJob => ({
  id: 'job_1',
  object: 'job',
  kind: 'pull',
  subject: 'org/repo',
  state: 'running',
  stage: 'downloading',
  progress: null,
  error: null,
  result: null,
  pausable: true,
  request: null,
  created_at: 0,
  started_at: 0,
  ended_at: null,
  ...more,
})

const progress = (done: number, total: number | null, speed: number | null = null, eta: number | null = null) => ({
  done_bytes: done,
  total_bytes: total,
  bytes_per_second: speed,
  eta_seconds: eta,
})

const MIB = 1024 * 1024

test.each([
  [job({ stage: null }), 80, 'starting org/repo'],
  [job(), 80, 'downloading org/repo'],
  [job({ state: 'paused' }), 80, 'paused org/repo'],
  [job({ progress: progress(3 * MIB, null, MIB) }), 80, 'downloading org/repo: 3.0 MiB, 1.0 MiB/s'],
  [
    job({ progress: progress(25 * MIB, 100 * MIB, 5 * MIB, 15) }),
    80,
    'downloading [####------------]  25 % 25.0 MiB of 100.0 MiB, 5.0 MiB/s, 0:15 left',
  ],
  [job({ progress: progress(100 * MIB, 100 * MIB) }), 40, 'downloading 100 % 100.0 MiB of 100.0 MiB'],
  [job({ subject: 'x'.repeat(100) }), 20, 'downloading xxxxxxx…'],
])('%# a job on one line', (told, columns, line) => {
  expect(progressLine(told, columns)).toBe(line)
  expect(line.length).toBeLessThanOrEqual(columns)
})

test('times', () => {
  expect([0, 59, 61, 3909].map(duration)).toEqual(['0:00', '0:59', '1:01', '1:05:09'])
})

async function* events(...jobs: ToldJob[]): AsyncGenerator<ToldEvent> {
  for (const [cursor, each] of jobs.entries()) yield { type: 'job.progress', cursor, job: each }
}

async function shown(isTTY: boolean, json: boolean) {
  const [screen, lines]: [string[], string[]] = [[], []]
  const steps = [
    job({ stage: 'resolving' }),
    job({ progress: progress(1, 2) }),
    job({ progress: progress(2, 2) }),
    job({ state: 'done' }),
  ]
  const last = await showJob(events(...steps), {
    progress: { isTTY, columns: 60, write: (text) => screen.push(text) },
    json: json ? { write: (text) => lines.push(text) } : null,
  })
  expect(last?.state).toBe('done')
  return { screen, lines }
}

test('on a terminal one line changes, and is gone at the end', async () => {
  const { screen } = await shown(true, false)
  expect(screen).toHaveLength(5)
  expect(screen.every((text) => text.startsWith('\r\u001b[K'))).toBe(true)
  expect(screen.at(-1)).toBe('\r\u001b[K')
})

test('elsewhere each stage is a line; as JSON each event', async () => {
  expect((await shown(false, false)).screen).toEqual(['resolving org/repo\n', 'downloading org/repo\n'])
  const { screen, lines } = await shown(true, true)
  expect(screen).toEqual([])
  expect(lines.map((line) => JSON.parse(line).cursor)).toEqual([0, 1, 2, 3])
})
