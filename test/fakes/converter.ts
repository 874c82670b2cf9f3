import { TrivetError } from '../../src/core/errors.ts'
import type { ConversionOrder } from '../../src/models/convert/convert.ts'
import type { Converter } from '../../src/models/convert/converter.ts'
import type { LocalSources } from '../../src/models/convert/local-sources.ts'
import type { OpenVinoOrder } from '../../src/models/convert/openvino/openvino.ts'
import type { MadeModel, MakingWatch } from '../../src/models/convert/work.ts'
import type { QuantizationOrder } from '../../src/models/quantize/quantize.ts'

/** Makes what the test says; without a word of it, nothing can be made. */
export class FakeConverter implements Converter {
  readonly orders: (ConversionOrder | OpenVinoOrder | QuantizationOrder)[] = []
  work: (watch: MakingWatch) => Promise<MadeModel> = async () => {
    throw new TrivetError('convert_failed', { source: 'x', reason: 'it is a fake.' })
  }
  sources: LocalSources = {
    folder: async (name) => ({ path: `/cache/${name}`, name }),
    file: async (path) => path,
  }

  checkQuantizable = async () => {}
  convert = this.#note
  exportOpenVino = this.#note
  quantize = this.#note

  #note(order: ConversionOrder | OpenVinoOrder | QuantizationOrder, watch: MakingWatch): Promise<MadeModel> {
    this.orders.push(order)
    return this.work(watch)
  }
}
