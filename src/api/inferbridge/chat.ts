import { type ChatFace, UNIFIED_CHAT } from '../chat/face.ts'

/** InferBridge's chat completions. */
export const inferbridgeChat: ChatFace = {
  ...UNIFIED_CHAT,
  tag: 'InferBridge',
  errors: 'inferbridge',
  stream: 'data-always-done',
  usageChunk: 'asked',
}
