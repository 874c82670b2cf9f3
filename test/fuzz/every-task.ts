import type { EngineEvent } from '../../src/core/event.ts'
import type { OtherTask, Reply } from '../fakes/scheduler.ts'

const FLOATS = Buffer.from(new Float32Array([0.5, 0.5, 0.5, 0.5]).buffer).toString('base64')

/** Something to every kind of task: four numbers a text, half a point a document, a token a character. */
export const everyOther: Reply<OtherTask> = async function* (task) {
  yield* answerTo(task)
  yield { type: 'usage', promptTokens: 1, completionTokens: 0, cachedTokens: 0 }
  yield { type: 'finish', reason: 'stop' }
}

function answerTo(task: OtherTask): readonly EngineEvent[] {
  switch (task.kind) {
    case 'embed':
      return task.inputs.map((_, index) => ({ type: 'embedding', index, vector: FLOATS, tokens: 1 }))
    case 'rerank':
      return task.documents.map((_, index) => ({ type: 'score', index, score: 0.5, tokens: 1 }))
    case 'logits':
      return [{ type: 'logits', position: 0, ids: [0, 1, 2, 3], values: FLOATS }]
    case 'transcribe':
      return [{ type: 'segment', text: 'Hello', start: 0, end: 1, ids: [1], logprob: 0, silence: 0, words: [] }]
    case 'tokenize':
      return [{ type: 'tokens', ids: Array.from(task.text, () => 1) }]
    case 'detokenize':
      return [{ type: 'text-delta', text: task.tokens.map(() => 'x').join(''), tokens: 0 }]
    case 'chat':
      return [{ type: 'text-delta', text: 'Hello', tokens: 1 }]
  }
}
