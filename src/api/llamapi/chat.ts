import { type ChatFace, UNIFIED_CHAT } from '../chat/face.ts'

/** LlamaPi's chat completions. */
export const llamapiChat: ChatFace = {
  ...UNIFIED_CHAT,
  tag: 'LlamaPi',
  errors: 'llamapi',
  stream: 'data-named-error',
  usageChunk: 'always',
}
