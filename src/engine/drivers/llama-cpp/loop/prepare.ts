import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import type { Vocabulary } from '../native/vocabulary.ts'

/**
 * Everything that can be refused before a task takes a place: prompt length, token ids.
 * @returns the prompt's tokens, at least one, with room for at least one more
 */
export async function prepare(task: GenerateTask, vocabulary: Vocabulary, contextTokens: number): Promise<Int32Array> {
  for (const [token] of task.sampling.logitBias) {
    if (token >= vocabulary.size) {
      const reason = `logit_bias names token ${token}, but the vocabulary has ${vocabulary.size} tokens.`
      throw new TrivetError('invalid_value', { reason }, 'logit_bias')
    }
  }
  const prompt = typeof task.prompt === 'string' ? await vocabulary.tokenize(task.prompt) : Int32Array.from(task.prompt)
  if (prompt.length === 0) throw new TrivetError('invalid_value', { reason: 'The prompt is empty.' })
  if (prompt.length >= contextTokens) {
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: prompt.length })
  }
  return prompt
}
