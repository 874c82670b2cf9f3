import type { Tool, ToolCall } from '../../core/chat.ts'
import type { GrammarPart } from '../grammar/part.ts'
import type { Scan, Source } from './source.ts'

/** A tool, and the language of its arguments. */
export interface CallableTool {
  readonly name: string
  /** JSON Schema of the arguments, as the client sent it; `{}` where there was none that can be enforced. */
  readonly parameters: unknown
  /** The arguments as a JSON object. */
  readonly arguments: GrammarPart
}

/** The tools of one request, as a format's reader sees them. */
export interface OfferedTools {
  has(name: string): boolean
  /** JSON Schema of one argument; undefined when the schema doesn't say. */
  argument(tool: string, name: string): unknown
}

/** What a model writes before it comes to the point: at the start of its turn, and after reasoning. */
export interface Lead {
  readonly first: string
  readonly afterReasoning: string
}

/** How a family of models writes tool calls. */
export interface ToolFormat {
  readonly name: string
  /** Control tokens that calls, or what is around them, are written with: their text has to be seen. */
  readonly shownTokens: readonly string[]
  /** The answer itself is wrapped up, so that it has to be read even where there are no tools. Default: false. */
  readonly wrapsAnswers?: boolean
  /**
   * Regular expressions; the group in each is where a call begins. See `Constraint.triggers`. Whatever they match must
   * be the beginning of a call.
   */
  triggers(tools: readonly CallableTool[]): readonly string[]
  /** One call, or several where they may be parallel, from where a trigger's group begins. */
  calls(tools: readonly CallableTool[], parallel: boolean): GrammarPart
  /** What stands before calls, and before words. Default: nothing. */
  readonly callLead?: Lead
  readonly answerLead?: Lead
  /** The tools in words for the system to say, for templates that say nothing of them. Default: as `plain` does. */
  describe?(tools: readonly Tool[]): string
  /** Earlier calls as the model wrote them, for templates that leave them out. Default: as `plain` does. */
  spell?(calls: readonly ToolCall[]): string
  /** Reads an answer: text and calls. */
  read(source: Source, tools: OfferedTools): Scan
}
