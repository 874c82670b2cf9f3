import { checkQuantizable } from '../quantize/check-quantizable.ts'
import { type QuantizationOrder, quantize } from '../quantize/quantize.ts'
import { type ConversionOrder, convert } from './convert.ts'
import type { LocalSources } from './local-sources.ts'
import { exportOpenVino, type OpenVinoOrder, type OpenVinoTools } from './openvino/openvino.ts'
import type { MadeModel, MakingTools, MakingWatch } from './work.ts'

/** What makes models of folders and of other models. */
export interface Converter {
  readonly sources: LocalSources
  /** See `convert`. */
  convert(order: ConversionOrder, watch: MakingWatch): Promise<MadeModel>
  /** See `exportOpenVino`. */
  exportOpenVino(order: OpenVinoOrder, watch: MakingWatch): Promise<MadeModel>
  /** See `checkQuantizable`. */
  checkQuantizable(order: QuantizationOrder): Promise<void>
  /** See `quantize`. */
  quantize(order: QuantizationOrder, watch: MakingWatch): Promise<MadeModel>
}

export function createConverter(sources: LocalSources, tools: MakingTools & OpenVinoTools): Converter {
  return {
    sources,
    checkQuantizable,
    convert: (order, watch) => convert(order, tools, watch),
    exportOpenVino: (order, watch) => exportOpenVino(order, tools, watch),
    quantize: (order, watch) => quantize(order, tools, watch),
  }
}
