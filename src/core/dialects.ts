/** Servers that speak OpenAI's API, each with more of its own. */
export const DIALECTS = [
  'openai',
  'vllm',
  'sglang',
  'llama-server',
  'rkllm3-server',
  'ovms',
  'geniex',
  'trivet',
] as const
export type DialectId = (typeof DIALECTS)[number]
