import type { EngineEvent } from '../../core/event.ts'
import type { DetokenizeTask, EngineTask, TokenizeTask } from '../../core/task.ts'
import type { ModelTokenizer } from './tokenizer.ts'

export function isTokenTask(task: EngineTask): task is TokenizeTask | DetokenizeTask {
  return task.kind === 'tokenize' || task.kind === 'detokenize'
}

/** A text's tokens, or tokens' text. Throws `invalid_value` for a token that there isn't. */
export function answerTokens(
  tokenizer: ModelTokenizer,
  task: TokenizeTask | DetokenizeTask,
  emit: (event: EngineEvent) => void,
): void {
  if (task.kind === 'tokenize') emit({ type: 'tokens', ids: tokenizer.encode(task.text, task.addSpecial) })
  else emit({ type: 'text-delta', text: tokenizer.decode(task.tokens), tokens: task.tokens.length })
  emit({ type: 'finish', reason: 'stop' })
}
