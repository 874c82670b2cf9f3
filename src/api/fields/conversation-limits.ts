/*
 * What one request may hold of each, far beyond any real conversation: reading a message costs time on the server's only
 * thread, however short it is.
 */

export const MAX_MESSAGES = 16_384
/** Of one message, or one tool result. */
export const MAX_PARTS = 4096
/** Of one message. */
export const MAX_CALLS = 1024
export const MAX_TOOLS = 1024
