import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modelFile } from '../engine/loaded.ts'
import { scratch } from '../fakes/scratch.ts'
import type { Program } from './program.ts'
import { startPrograms } from './programs.ts'

const home = scratch()
const startProgram = startPrograms(afterAll)

function start(...args: string[]): Program {
  return startProgram(args, { input: '', env: { TRIVET_HOME: home } })
}

async function bench(...args: string[]) {
  const program = start('bench', ...args)
  return { code: await program.exited, stdout: program.stdout, stderr: program.stderr }
}

const QUICK = ['--threads', '1', '-r', '2', '--warmup', '0']

test('measures a file here as llama-bench does; what was measured is kept, and can be compared and drawn', async () => {
  const file = modelFile('demo')
  const picture = join(home, 'speed.svg')
  const first = await bench(file, ...QUICK, '-p', '32', '-n', '16', '-o', 'json')
  expect([first.code, first.stderr]).toEqual([0, ''])
  const [run] = JSON.parse(first.stdout)
  expect(run).toMatchObject({
    object: 'benchmark',
    settings: { runs: 2, warm_up: 0 },
    results: [
      { prompt_tokens: 32, max_tokens: 2, success: true, measure: { prompt_tokens: 32, completion_tokens: 2 } },
      { prompt_tokens: 8, max_tokens: 17, success: true, measure: { prompt_tokens: 8, completion_tokens: 17 } },
    ],
  })
  expect(run.results[0].subject).toMatchObject({ threads: 1, model_hash: expect.stringMatching(/^sampled-sha256:/) })

  const second = await bench(file, ...QUICK, '-p', '0', '-n', '16', '--concurrency', '1,2', '--svg', picture)
  expect(second.stdout).toMatch(/tg16 +\d[\d.]* +\d[\d.]* – \d/)
  expect(second.stdout).toMatch(/tg16 2x +\d/)
  expect(readFileSync(picture, 'utf8').match(/<circle/g)).toHaveLength(2)

  const compared = await bench('--compare', run.id, 'latest', '-o', 'csv')
  expect(compared.stdout).toMatch(/^model,device,test,a_median_ts,.*,verdict\ndemo,auto,tg16(,[\d.]+){7},\w+\n$/)
})

test('measures servers in turn, with percentiles, gains and what began in time', async () => {
  const server = start('serve', '--port', '0', '--threads', '1', '--model', `${modelFile('demo')}=demo`)
  const address = await server.listening()
  const url = `${address}/v1`
  const quick = ['-p', '24', '-n', '8', '--requests', '2', '--concurrency', '1,2']
  const swept = await bench('--url', url, 'demo', ...quick, '--ttft-limit', '60000')
  expect(swept.code).toBe(0)
  expect(swept.stdout).toMatch(/clients +requests +failed .* p99 ms .* good\/s/)
  const compared = await bench('--compare', url, url, ...quick, '-r', '2', '-o', 'json')
  const { results, comparisons, targets } = JSON.parse(compared.stdout)
  expect(targets).toEqual([
    { url, model: 'demo' },
    { url, model: 'demo' },
  ])
  // Whoever was second in one round is first in the next.
  const order = results.filter(({ concurrency }: { concurrency: number }) => concurrency === 1)
  expect(order.map(({ round, target }: { round: number; target: number }) => [round, target])).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ])
  expect(comparisons).toContainEqual(expect.objectContaining({ target: 1, concurrency: 2, metric: 'tok/s' }))
})

test.each([
  [[], 2, 'name a model, --url or --compare'],
  [['--compare', 'latest'], 2, 'takes two runs or two URLs'],
  [['--compare', 'latest', 'http://127.0.0.1:9/v1'], 2, 'not one of each'],
  [['--compare', 'nobody', 'nobody'], 4, 'There is no benchmark `nobody`'],
  [['--url', 'localhost'], 2, 'is not a URL'],
  [[modelFile('demo'), '-p', '0', '-n', '0'], 2, 'nothing to measure'],
  [['--url', 'http://127.0.0.1:9/v1', '-n', '0'], 2, 'nothing to measure'],
  [['--url', 'http://127.0.0.1:9/v1', '-p', '8,16'], 2, 'one size each'],
  [
    [modelFile('demo'), '--svg', '/nonexistent/x.svg'],
    2,
    '--svg /nonexistent/x.svg: there is no folder /nonexistent.\n',
  ],
  [['--compare', 'latest', 'latest', '--svg', '/nonexistent/x.svg'], 2, 'there is no folder /nonexistent'],
  [['--url', 'http://127.0.0.1:9/v1'], 3, "can't be reached"],
  [['no.gguf'], 4, 'no.gguf'],
])('%j ends with %i: %s', async (args, code, words) => {
  const ended = await bench(...args)
  expect([ended.code, ended.stderr, ended.stdout]).toEqual([code, expect.stringContaining(words), ''])
})

test('advises on the models here by what was measured here', async () => {
  const folder = ['--model-folders', dirname(modelFile('demo')), '--model-stores', 'none', '--port', '9']
  const program = start('advise', ...folder, '--json')
  expect(await program.exited).toBe(0)
  const { models, profiles, estimates } = JSON.parse(program.stdout)
  const demo = models.find(({ id }: { id: string }) => id === 'demo')
  expect(demo.devices[0]).toMatchObject({ fit: { verdict: 'fits', source: 'engine' }, decode: { source: 'measured' } })
  expect(profiles.fastest).toMatchObject({ model: 'demo' })
  expect(estimates.measured_models).toBe(1)
  const told = start('advise', 'demo', ...folder)
  expect(await told.exited).toBe(0)
  expect(told.stdout).toMatch(/^FOR +TAKE +BECAUSE\nfastest +demo on CPU +/)
  expect(told.stdout).toMatch(/~ is estimated\. Half of the estimates here are off by \d+ % or less \(measured: 1\)\./)
})
