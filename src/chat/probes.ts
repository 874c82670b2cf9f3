import type { JinjaTemplate } from './jinja/template.ts'
import type { MessageShape } from './messages.ts'

const PROBE = 'content shape probe'
const NOW = new Date(0)

const TOOL = {
  type: 'function',
  function: { name: 'probe', description: '', parameters: { type: 'object', properties: {} } },
}

/** Asks the template itself: a text that comes back out was read, unless the list around it comes out too. */
export function contentShape(jinja: JinjaTemplate): MessageShape['content'] {
  const readsText = rendered(jinja, [{ role: 'user', content: PROBE }])?.includes(PROBE) ?? false
  const list = rendered(jinja, [{ role: 'user', content: [{ type: 'text', text: PROBE }] }])
  const readsList = list?.includes(PROBE) === true && !/['"]type['"]: ?['"]text['"]/.test(list)
  if (!readsText) return list?.includes(PROBE) ? 'parts' : 'text'
  return readsList ? 'either' : 'text'
}

/**
 * Most templates print a call's arguments as JSON by themselves, or walk them. Some put them in as they are: an object
 * then makes them fail, or comes out the way Python prints it.
 */
export function argumentsShape(jinja: JinjaTemplate): MessageShape['arguments'] {
  const json = '{"probe": "value"}'
  const withObject = rendered(jinja, callOf(JSON.parse(json)))
  const isObjectFine = withObject !== null && !withObject.includes("{'probe'")
  return !isObjectFine && rendered(jinja, callOf(json))?.includes(json) ? 'text' : 'object'
}

function callOf(given: unknown): readonly unknown[] {
  const call = { id: 'probe0001', type: 'function', function: { name: 'probe', arguments: given } }
  return [
    { role: 'user', content: PROBE },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', content: PROBE, tool_call_id: 'probe0001' },
  ]
}

function rendered(jinja: JinjaTemplate, messages: readonly unknown[]): string | null {
  try {
    const variables = {
      messages,
      tools: [TOOL],
      documents: null,
      bos_token: '',
      eos_token: '',
      add_generation_prompt: true,
    }
    return jinja.render(variables, NOW)
  } catch {
    return null
  }
}
