import type { Capabilities } from '../core/capability.ts'
import type { EngineTask, GenerateTask } from '../core/task.ts'
import { usedParameters } from '../core/used-parameters.ts'

/**
 * Whether an instance can do a task that was made for another of the same model: those of this machine take prompts,
 * other servers take conversations too, and less is known of how they write.
 */
export function fits(task: EngineTask, capabilities: Capabilities): boolean {
  switch (task.kind) {
    case 'chat':
      return capabilities.chat === true
    case 'generate':
      return capabilities.generate && canWrite(task, capabilities)
    case 'logits':
      return capabilities.logits
    case 'embed':
      return capabilities.embeddingSize !== null && !capabilities.rerank
    case 'rerank':
      return capabilities.rerank
    case 'transcribe':
      return capabilities.transcribe === true
    case 'tokenize':
    case 'detokenize':
      return capabilities.chat !== true
  }
}

function canWrite(task: GenerateTask, capabilities: Capabilities): boolean {
  const { constraint, shownTokens = [], media: attached = [] } = task
  const { media, parameters, lateGrammars = true, shownTokens: shows = true } = capabilities
  // Other servers are shown images in conversations only.
  if (attached.length > 0 && capabilities.chat) return false
  if (attached.some(({ kind }) => (kind === 'image' ? !media.image : media.audioRate === null))) return false
  if (shownTokens.length > 0 && !shows) return false
  if (constraint?.triggers !== undefined && !lateGrammars) return false
  return usedParameters(task).every((name) => parameters[name] !== 'refused')
}
