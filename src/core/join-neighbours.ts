import type { ChatMessage, Role } from './chat.ts'

/** At least one message, all of one role. */
type Run = readonly [ChatMessage, ...ChatMessage[]]

/**
 * Neighbours of one role as one message, for APIs that tell a turn in pieces (reasoning, text, calls) and for templates
 * that know one message a turn. Only roles that `joins` says; a tool's results never should, for each answers its own
 * call.
 */
export function joinNeighbours(
  messages: readonly ChatMessage[],
  joins: (role: Role) => boolean,
): readonly ChatMessage[] {
  const runs: [ChatMessage, ...ChatMessage[]][] = []
  for (const message of messages) {
    const run = runs.at(-1)
    if (run?.[0].role === message.role && joins(message.role)) run.push(message)
    else runs.push([message])
  }
  return runs.map(joined)
}

/** A run is joined at once: message by message would take the square of its length. */
function joined(run: Run): ChatMessage {
  const [first] = run
  if (run.length === 1) return first
  const reasoning = run.map((message) => message.reasoning ?? '').join('')
  const toolCalls = run.flatMap((message) => message.toolCalls ?? [])
  return {
    ...first,
    content: run.flatMap((message) => message.content),
    ...(reasoning !== '' && { reasoning }),
    ...(toolCalls.length > 0 && { toolCalls }),
  }
}
