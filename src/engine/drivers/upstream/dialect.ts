import type { Parameter } from '../../../core/capability.ts'
import type { DialectId } from '../../../core/dialects.ts'
import type { UpstreamClient } from './client.ts'
import type { RemoteModel } from './endpoint.ts'

/** Where texts are cut into tokens, and by which names of the fields. */
export interface TokenRoutes {
  /** Above the folder of the API, or in it. */
  readonly folder: '/' | ''
  readonly text: string
  readonly addSpecial: string
  /** `null`: special tokens always count as such. */
  readonly parseSpecial: string | null
}

/** What one of them takes beside the messages, and by which names. */
export interface Dialect {
  readonly id: DialectId
  /** The field of each parameter it honours; one that is missing is refused. Those of several fields are written in parameters.ts. */
  readonly fields: Readonly<Partial<Record<Parameter, string>>>
  /** Where an answer's form is held, beside JSON schemas in `response_format`; `null`: it can't be. */
  readonly grammar: string | null
  readonly regex: string | null
  readonly choice: string | null
  /** Takes `chat_template_kwargs`, and so whether to think. */
  readonly templateVariables: boolean
  /** How `tokenize` and `detokenize` are asked; `null`: there are none. */
  readonly tokens: TokenRoutes | null
  /** What has control tokens stand in the text of a plain completion: not to skip any, or their list. `null`: nothing. */
  readonly shows: 'skip_special_tokens' | 'preserved_tokens' | null
  /** Cuts texts that are too long for an embedding, by this field. */
  readonly truncate: string | null
  /** Whether the stop string that ended an answer is told as part of it. Default: it isn't. */
  readonly tellsStops?: boolean
  /** Where it is not quite what OpenAI's API is. Default: it is. */
  readonly adapted?: (client: UpstreamClient, remote: RemoteModel) => UpstreamClient
}
