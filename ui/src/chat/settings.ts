/** What a conversation is held with. */
export interface ChatSettings {
  /** `null`: the first that answers. */
  readonly model: string | null
  readonly instructions: string
  readonly parameters: Parameters
  /** JSON text of the tools that the model may call, as the Responses API has them; empty: none. */
  readonly tools: string
}

/** Left out: as the model was set up. */
export interface Parameters {
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly min_p?: number
  readonly repetition_penalty?: number
  readonly presence_penalty?: number
  readonly frequency_penalty?: number
  readonly max_output_tokens?: number
  readonly seed?: number
  readonly effort?: 'none' | 'low' | 'medium' | 'high'
  /** What becomes of too long a conversation. Left out: its oldest turns are dropped. */
  readonly truncation?: 'disabled'
}

export type NumberParameter = Exclude<keyof Parameters, 'effort' | 'truncation'>

export const NO_SETTINGS: ChatSettings = { model: null, instructions: '', parameters: {}, tools: '' }

/** Settings as they were kept; whatever is missing or was kept by another program is as if nothing were said. */
export function readSettings(kept: Readonly<Record<string, unknown>>): ChatSettings {
  const { model, instructions, parameters, tools } = kept
  return {
    model: typeof model === 'string' ? model : null,
    instructions: typeof instructions === 'string' ? instructions : '',
    parameters: typeof parameters === 'object' && parameters !== null ? (parameters as Parameters) : {},
    tools: typeof tools === 'string' ? tools : '',
  }
}
