import type { ContractId } from '../../core/products.ts'
import type { Layer } from '../layers.ts'
import type { ConfigSources } from '../sources.ts'
import { geniexLayers } from './geniex.ts'
import { inferbridgeLayers } from './inferbridge.ts'
import { llamapiLayers } from './llamapi.ts'

/** The settings that a product's own names and files give, for a server that stands in for it: below ours, over the file. */
export type ProductLayers = (sources: ConfigSources) => readonly Layer[]

const NONE: ProductLayers = () => []

export const PRODUCT_LAYERS: Readonly<Record<ContractId, ProductLayers>> = {
  unified: NONE,
  geniex: geniexLayers,
  inferbridge: inferbridgeLayers,
  llamapi: llamapiLayers,
}
