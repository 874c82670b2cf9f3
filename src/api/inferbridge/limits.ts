/** What InferBridge allows of one request. */
export const MAX_MESSAGES = 4096
export const MAX_PARTS = 1024
export const MAX_TEXT_CHARACTERS = 2_000_000
export const MAX_TOOLS = 128
export const MAX_IMAGES = 4

/** Taken where a request says nothing. */
export const DEFAULTS = { maxTokens: 512, temperature: 0.7, topP: 1 } as const
