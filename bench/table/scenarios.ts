import type { Exchange, Question } from '../../src/benchmarks/client/exchange.ts'
import { runLoad } from '../../src/benchmarks/client/load.ts'
import { postWhole } from '../../src/benchmarks/client/post.ts'
import { promptOf } from '../../src/benchmarks/client/prompts.ts'
import { percentile } from '../../src/benchmarks/client/statistics.ts'
import type { Target } from '../../src/benchmarks/client/target.ts'
import { decodeRate, firstTokenMs, lastFirstTokenMs, prefillRate } from './rates.ts'

/** One line of the table. */
export interface Line {
  readonly name: string
  readonly unit: string
  readonly better: 'more' | 'less'
}

/** Something that is asked of a server, and the lines that come of it. */
export interface Scenario {
  readonly key: string
  readonly lines: readonly Line[]
  /** A figure a line. Throws an Error in words when a request fails. */
  run(target: Target, label: string): Promise<readonly (number | null)[]>
}

export interface Sizes {
  readonly concurrency: readonly number[]
  /** Words of prompts; see `fittedWords`. */
  readonly promptWords: number
  readonly sharedWords: number
  readonly maxTokens: number
  /** Prompts of one round that are read one by one. */
  readonly prompts: number
  /** One-token requests of one round. */
  readonly oneToken: number
  readonly extra: Readonly<Record<string, unknown>>
}

/** Words of a prompt that hardly counts. */
const FEW_WORDS = 8
const CLIENTS = 8

/** All there is to measure of a server that runs. */
export function scenarios(sizes: Sizes): readonly Scenario[] {
  return [
    longPrompts(sizes),
    sharedPrompt(sizes),
    ...sizes.concurrency.map((clients) => decoding(clients, sizes)),
    oneToken('chats', 'chat/completions', (text) => ({ messages: [{ role: 'user', content: text }] }), sizes),
    oneToken('completions', 'completions', (text) => ({ prompt: text }), sizes),
  ]
}

function longPrompts({ promptWords, prompts, extra }: Sizes): Scenario {
  return {
    key: 'prompt',
    lines: [
      { name: 'prefill', unit: 'tok/s', better: 'more' },
      { name: 'first token, new prompt', unit: 'ms', better: 'less' },
      { name: 'first token, same prompt again', unit: 'ms', better: 'less' },
    ],
    async run(target, label) {
      const question = (i: number) => ({ prompt: promptOf(`${label}-${i >> 1}`, promptWords), maxTokens: 2, extra })
      const all = await exchanges(target, 1, 2 * prompts, question)
      const fresh = all.filter((_, i) => i % 2 === 0)
      const again = all.filter((_, i) => i % 2 === 1)
      return [prefillRate(fresh), percentile(firstTokenMs(fresh), 0.5), percentile(firstTokenMs(again), 0.5)]
    },
  }
}

function sharedPrompt({ sharedWords, extra }: Sizes): Scenario {
  return {
    key: 'shared',
    lines: [
      { name: `first token, ${CLIENTS} clients at once, one long beginning`, unit: 'ms', better: 'less' },
      { name: '… of the last of them', unit: 'ms', better: 'less' },
    ],
    async run(target, label) {
      const beginning = promptOf(label, sharedWords)
      const question = (i: number) => ({ prompt: `${beginning}. ${promptOf(`${i}`, FEW_WORDS)}`, maxTokens: 2, extra })
      const all = await exchanges(target, CLIENTS, CLIENTS, question)
      return [percentile(firstTokenMs(all), 0.5), lastFirstTokenMs(all)]
    },
  }
}

function decoding(clients: number, { maxTokens, extra }: Sizes): Scenario {
  return {
    key: 'decode',
    lines: [{ name: `decode, ${clients} at once`, unit: 'tok/s', better: 'more' }],
    async run(target, label) {
      const question = (i: number) => ({ prompt: promptOf(`${label}-${i}`, FEW_WORDS), maxTokens, extra })
      return [decodeRate(await exchanges(target, clients, clients, question))]
    },
  }
}

function oneToken(name: string, path: string, ask: (text: string) => object, { oneToken: count }: Sizes): Scenario {
  return {
    key: name,
    lines: [{ name: `one-token ${name}, ${CLIENTS} at once`, unit: 'req/s', better: 'more' }],
    async run(target, label) {
      let next = 0
      const client = async () => {
        while (next < count) {
          const text = promptOf(`${label}-${next++}`, FEW_WORDS)
          await postWhole(target, path, { model: target.model, max_tokens: 1, temperature: 0, ...ask(text) })
        }
      }
      const start = performance.now()
      await Promise.all(Array.from({ length: CLIENTS }, client))
      return [count / ((performance.now() - start) / 1000)]
    },
  }
}

async function exchanges(
  target: Target,
  concurrency: number,
  requests: number,
  question: (i: number) => Question,
): Promise<readonly Exchange[]> {
  const { exchanges: all } = await runLoad(target, { concurrency, requests, question })
  const failed = all.find(({ failure }) => failure !== null)
  if (failed !== undefined) throw new Error(`${target.url} failed a request: ${failed.failure}`)
  return all
}
