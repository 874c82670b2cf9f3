/** Programs whose stores of models are read in place. */
export const FOREIGN_STORES = ['huggingface', 'geniex', 'llamapi', 'lmstudio', 'ollama'] as const
export type ForeignStore = (typeof FOREIGN_STORES)[number]
