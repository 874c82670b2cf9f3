/** What this API calls the parameters that a model may have been set up with, where that is something else. */
export const DEFAULT_NAMES = { max_tokens: 'max_output_tokens', enable_thinking: null }
