/** The servers whose clients can be pointed here, by the names of their contracts. */
export const PRODUCTS = ['geniex', 'inferbridge', 'llamapi'] as const

export type Product = (typeof PRODUCTS)[number]

/** What the routes without a product's prefix follow. */
export const CONTRACTS = ['unified', ...PRODUCTS] as const

export type ContractId = (typeof CONTRACTS)[number]

/** The port that each one's clients try first; ours is the one of `unified`. */
export const USUAL_PORTS: Readonly<Record<ContractId, number>> = {
  unified: 8420,
  geniex: 18181,
  inferbridge: 8000,
  llamapi: 9265,
}

/** Sites whose pages may ask each one, unless the settings say: where any may, clients in browsers count on it. */
export const USUAL_ORIGINS: Readonly<Record<ContractId, readonly string[]>> = {
  unified: [],
  geniex: ['*'],
  inferbridge: [],
  llamapi: ['*'],
}

/** Requests that may wait for each model, unless the settings say. */
export const USUAL_QUEUES: Readonly<Record<ContractId, number>> = {
  unified: 64,
  geniex: 64,
  inferbridge: 64,
  llamapi: 48,
}
