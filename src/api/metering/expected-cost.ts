import type { EngineTask, Prompt } from '../../core/task.ts'

/** What a request is likely to cost, before anything of it is read. */
export interface ExpectedCost {
  /** Tokens of its prompts, by their length, and of answers that have a bound. */
  readonly tokens: number
  /** Answers that have none. */
  readonly unbounded: number
}

/** Of ordinary text. */
const BYTES_PER_TOKEN = 4

export function expectedCost(tasks: readonly EngineTask[]): ExpectedCost {
  const costs = tasks.map(costOf)
  return {
    tokens: costs.reduce((sum, { prompt, answer }) => sum + prompt + (answer ?? 0), 0),
    unbounded: costs.filter(({ answer }) => answer === null).length,
  }
}

/** @returns `answer`: `null`: without a bound */
function costOf(task: EngineTask): { readonly prompt: number; readonly answer: number | null } {
  switch (task.kind) {
    case 'generate':
      // Further answers share the prompt of the first.
      return { prompt: (task.choice ?? 0) > 0 ? 0 : tokensOf(task.prompt), answer: task.maxTokens }
    case 'chat':
      return { prompt: tokensOf(JSON.stringify(task.request.messages)), answer: task.request.maxTokens }
    case 'embed':
      return { prompt: task.inputs.reduce((sum, input) => sum + tokensOf(input), 0), answer: 0 }
    case 'rerank':
      return { prompt: task.documents.reduce((sum, text) => sum + tokensOf(task.query + text), 0), answer: 0 }
    case 'logits':
      return { prompt: tokensOf(task.prompt), answer: 0 }
    default:
      return { prompt: 0, answer: 0 }
  }
}

function tokensOf(prompt: Prompt): number {
  return typeof prompt === 'string' ? Math.ceil(Buffer.byteLength(prompt) / BYTES_PER_TOKEN) : prompt.length
}
