/** `enum llama_pooling_type`: how the vectors of a text's tokens become one. */
export const POOLING = { mean: 1, cls: 2, last: 3, rank: 4 } as const
