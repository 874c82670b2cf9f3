import type { Context } from '../native/context.ts'
import type { FeatureBatch } from '../native/feature-batch.ts'
import type { HiddenRows, Kept } from '../native/hidden-rows.ts'
import type { LayerInputs } from '../native/layer-inputs.ts'
import type { Heard } from './heard.ts'

/** What an EAGLE-3 draft hears: the inputs of some of the model's layers, made one row by the draft's encoder. */
export class FusedInputs implements Heard {
  readonly width: number
  readonly #inputs: LayerInputs
  readonly #encoder: Context
  readonly #batch: FeatureBatch
  readonly #encoded: HiddenRows

  /**
   * @param encoder the draft's context
   * @param batch as wide as `inputs`
   * @param encoded what the encoder makes of it
   */
  constructor(inputs: LayerInputs, encoder: Context, batch: FeatureBatch, encoded: HiddenRows) {
    this.width = encoded.width
    this.#inputs = inputs
    this.#encoder = encoder
    this.#batch = batch
    this.#encoded = encoded
  }

  keep(which: Kept): void {
    if (which !== 'none') this.#inputs.keep()
  }

  async rows(first: number, count: number): Promise<readonly Float32Array[] | null> {
    const batch = this.#batch
    const rows: Float32Array[] = []
    while (rows.length < count) {
      batch.rows = Math.min(count - rows.length, batch.capacity)
      this.#inputs.copy(batch.features, first + rows.length, batch.rows)
      if ((await this.#encoder.encode(batch)) !== 'done') return null
      rows.push(...(await this.#encoded.rows(0, batch.rows)))
    }
    return rows
  }
}
