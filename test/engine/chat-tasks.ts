import { type ChatRequest, PLAIN_CHAT } from '../../src/core/chat.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { ChatTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'

/** A message, and whatever else is asked for. */
export function chatTask(text: string, more: Partial<ChatRequest> = {}): ChatTask {
  const messages = [{ role: 'user', content: [{ type: 'text', text }] }] as const
  return { kind: 'chat', request: { ...PLAIN_CHAT, model: 'm', messages, sampling: NEUTRAL_SAMPLING, ...more } }
}

/** What a stand-in for a maker's server was told with a message, and how it was started. */
export async function echoed(instance: EngineInstance, more: Partial<ChatRequest> = {}) {
  return JSON.parse(textOf(await collect(instance.run(chatTask('Echo', more), NEVER))))
}
