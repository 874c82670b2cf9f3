import { type ChatFace, UNIFIED_CHAT } from '../chat/face.ts'

/** GenieX's chat completions. */
export const geniexChat: ChatFace = {
  ...UNIFIED_CHAT,
  tag: 'GenieX',
  errors: 'geniex',
  stream: 'data-always-done',
  usageChunk: 'asked',
}
