import type { EngineEvent } from '../core/event.ts'

/** Puts reasoning back into the text, for those who want it where the model wrote it. Comes after what looks for calls. */
export function inlineReasoning(event: EngineEvent): readonly EngineEvent[] {
  return event.type === 'reasoning-delta' ? [{ ...event, type: 'text-delta', thought: true }] : [event]
}
