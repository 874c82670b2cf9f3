import type { EngineEvent } from '../core/event.ts'
import { InputText } from './input-text.ts'
import type { EventTransform } from './stop-strings.ts'

/**
 * Calls of custom tools, which to the model are functions of one argument, with the text of that argument in place of
 * the JSON around it. Comes after whatever reads arguments as JSON.
 * @param names of the custom tools
 */
export function customInputs(names: ReadonlySet<string>): EventTransform {
  if (names.size === 0) return (event) => [event]
  const texts = new Map<number, InputText>()
  return (event) => {
    switch (event.type) {
      case 'tool-call-start':
        if (!names.has(event.name)) return [event]
        texts.set(event.call, new InputText())
        return [{ ...event, custom: true }]
      case 'tool-call-delta': {
        const text = texts.get(event.call)
        return text ? [{ ...event, custom: true, arguments: text.write(event.arguments) }] : [event]
      }
      case 'tool-call-end':
        return [...rest(event.call, texts.get(event.call)), event]
      default:
        return [event]
    }
  }
}

function rest(call: number, text: InputText | undefined): readonly EngineEvent[] {
  const held = text?.end() ?? ''
  return held === '' ? [] : [{ type: 'tool-call-delta', call, custom: true, arguments: held, tokens: 0 }]
}
