import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that is read in when it is first used, and then without waiting: what few servers need should hold up the
 * start of none. Only for packages that have CommonJS to offer.
 */
export function onDemand<Module>(name: string): () => Module {
  return () => require(name) as Module
}
