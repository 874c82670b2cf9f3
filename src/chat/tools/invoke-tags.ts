import { choice, literal, sequence } from '../grammar/part.ts'
import { ArgumentList } from './argument-list.ts'
import { bareValue, bareValueGrammar } from './bare-value.ts'
import type { CallableTool, OfferedTools, ToolFormat } from './format.ts'
import { orAsText } from './json-format.ts'
import { beginsWith, beginsWithSpaced, oneOrMore, separated, space } from './language.ts'
import { requireParameters } from './parameters.ts'
import type { Scan, Source } from './source.ts'

export interface InvokeTags {
  readonly name: string
  /** Around all calls; `null`: nothing is. */
  readonly section: { readonly open: string; readonly close: string } | null
  /** The tags of a call and of a parameter: `invoke` is `<invoke name="…">…</invoke>`. */
  readonly call: string
  readonly parameter: string
  /** Values may be wrapped in CDATA. */
  readonly cdata?: boolean
}

const CDATA = { open: '<![CDATA[', close: ']]>' }

/** Formats in which calls and parameters are XML elements with a `name`. */
export function invokeTags(tags: InvokeTags): ToolFormat {
  const { name, section } = tags
  const callOpen = `<${tags.call} name="`
  const outer = section ? [section.open, section.close] : []
  return {
    name,
    shownTokens: outer,
    triggers: () => [section ? beginsWithSpaced(section.open) : beginsWith(`<${tags.call}`)],
    calls(tools, parallel) {
      const all = oneOrMore(choice(...tools.map((tool) => callGrammar(tool, tags))), space, parallel)
      return section ? sequence(literal(section.open), space, all, space, literal(section.close)) : all
    },
    *read(source, tools) {
      while (true) {
        const marker = yield* source.sayUntil([...outer, callOpen])
        if (marker === null) return
        if (marker === callOpen) yield* orAsText(source, marker, () => readCall(source, tools, tags))
      }
    },
  }
}

function callGrammar(tool: CallableTool, tags: InvokeTags) {
  const members = requireParameters(tool.parameters).map(({ name, schema, required }) => ({
    part: sequence(
      literal(`<${tags.parameter} name="${name}">`),
      bareValueGrammar(schema, `</${tags.parameter}>`),
      space,
    ),
    required,
  }))
  const all = separated(members, literal(''))
  return sequence(literal(`<${tags.call} name="${tool.name}">`), space, all, literal(`</${tags.call}>`))
}

function* readCall(source: Source, tools: OfferedTools, tags: InvokeTags): Scan<boolean> {
  const { text: name, marker } = yield* source.upTo(['">', '\n'])
  if (marker !== '">' || !tools.has(name)) return false
  source.startCall(name)
  const list = new ArgumentList(source)
  const open = `<${tags.parameter} name="`
  while (true) {
    const next = yield* source.upTo([open, `</${tags.call}>`])
    if (next.marker === null) return false
    if (next.marker !== open) break
    if (!(yield* readParameter(source, name, tools, tags, list))) return false
  }
  list.end()
  source.endCall()
  return true
}

function* readParameter(
  source: Source,
  tool: string,
  tools: OfferedTools,
  tags: InvokeTags,
  list: ArgumentList,
): Scan<boolean> {
  const { text: name, marker } = yield* source.upTo(['">'])
  if (marker === null) return false
  list.name(name)
  const close = `</${tags.parameter}>`
  const wrapped = tags.cdata === true && (yield* source.take(CDATA.open))
  const ends = wrapped ? [CDATA.close + close, CDATA.close] : [close]
  return yield* bareValue(source, tools.argument(tool, name), ends, (json) => list.value(json))
}
