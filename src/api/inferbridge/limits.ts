/** What InferBridge allows of one request. */
export const MAX_MESSAGES = 4096
export const MAX_PARTS = 1024
export const MAX_TEXT_CHARACTERS = 2_000_000
export const MAX_TOOLS = 128
export const MAX_IMAGES = 4
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
/** Of all together. */
export const MAX_IMAGES_BYTES = 24 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 25_000_000
export const MAX_IMAGES_PIXELS = 40_000_000
/** Pixels of either side. */
export const MAX_IMAGE_SIDE = 16_384

/** Taken where a request says nothing. */
export const DEFAULTS = { maxTokens: 512, temperature: 0.7, topP: 1 } as const

/** Milliseconds that a loaded model stays idle: whoever loads one there unloads it. */
export const UNTIL_UNLOADED = Number.POSITIVE_INFINITY
