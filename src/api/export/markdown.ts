import type { ExportedMessage, ExportRequestFields } from './request-schema.ts'

const EMOJIS: Readonly<Record<string, string>> = {
  system: '⚙️',
  developer: '⚙️',
  user: '👤',
  assistant: '🤖',
  tool: '🔧',
}

/** The conversation as Markdown, exported at this time. */
export function conversationMarkdown({ messages, model, device }: ExportRequestFields, at: Date): string {
  const facts = [
    `Exported: ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    ...(model ? [`Model: ${oneLine(model)}`] : []),
    ...(device ? [`Device: ${oneLine(device)}`] : []),
  ]
  const sections = messages.map((message) => [heading(message.role), ...body(message)].join('\n\n'))
  return `${['# Trivet chat export', `*${facts.join(' · ')}*`, '---', ...sections].join('\n\n')}\n`
}

/** `chat-export-20260102-030405.md`, in UTC. */
export function exportFileName(at: Date): string {
  const [date, time] = at.toISOString().slice(0, 19).replace(/[-:]/g, '').split('T')
  return `chat-export-${date}-${time}.md`
}

function heading(role: string): string {
  const name = oneLine(role)
  return `### ${EMOJIS[role] ?? '💬'} ${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function body(message: ExportedMessage): readonly string[] {
  const text = textOf(message.content)
  const { reasoning_content: reasoning, tool_calls: calls } = message
  return [
    ...(reasoning ? [`<details>\n<summary>Reasoning</summary>\n\n${reasoning}\n\n</details>`] : []),
    ...(text === '' ? [] : [dressed(message.role, text)]),
    ...(calls ?? []).map(
      ({ function: { name, arguments: args } }) => `**${oneLine(name)}**\n\n${fenced(args, 'json')}`,
    ),
  ]
}

function textOf(content: ExportedMessage['content']): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => part.text ?? `[${oneLine(part.type)}]`).join('\n\n')
}

/** What people and machines said is told apart at a glance. */
function dressed(role: string, text: string): string {
  switch (role) {
    case 'user':
      return eachLine(text, (line) => (line === '' ? '>' : `> ${line}`))
    case 'system':
    case 'developer':
      return eachLine(text, (line) => (line.trim() === '' ? line : `*${line.trim()}*`))
    case 'tool':
      return fenced(text)
    default:
      return text
  }
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split(/\r?\n/).map(change).join('\n')
}

/** A fence longer than any in the text, so that nothing inside can end it. */
function fenced(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
