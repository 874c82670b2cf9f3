/** How the Responses API differs from product to product. */
export interface ResponsesContract {
  /**
   * Tools that run at OpenAI, and kinds not known here: refused, or left out with a warning as long as the model need
   * not call them.
   */
  readonly foreignTools: 'refuse' | 'skip'
  /** Number of a stream's first event. */
  readonly firstSequenceNumber: number
  /** Thinking as items of its own, or in the text as the model wrote it. */
  readonly reasoning: 'items' | 'inline'
}

/** Agents offer every tool they know of, and go on without those that aren't there. */
export const UNIFIED_RESPONSES: ResponsesContract = { foreignTools: 'skip', firstSequenceNumber: 0, reasoning: 'items' }

/** What is offered can be called: nothing is left out unsaid. */
export const INFERBRIDGE_RESPONSES: ResponsesContract = {
  foreignTools: 'refuse',
  firstSequenceNumber: 1,
  reasoning: 'inline',
}
