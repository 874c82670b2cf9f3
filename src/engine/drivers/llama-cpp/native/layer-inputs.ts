import type { Pointer } from './api.ts'
import type { HiddenApi } from './hidden-api.ts'
import { viewFloats } from './memory.ts'

/** What goes into some layers of a model, row by row. */
export class LayerInputs {
  /** Numbers of one row: of one layer, one layer after the other. */
  readonly width: number
  readonly #hidden: HiddenApi
  readonly #context: Pointer
  readonly #layers: readonly number[]
  readonly #layerWidth: number
  #kept = false

  /** @param layerWidth numbers of one row of one layer */
  constructor(hidden: HiddenApi, context: Pointer, layers: readonly number[], layerWidth: number) {
    this.#hidden = hidden
    this.#context = context
    this.#layers = layers
    this.#layerWidth = layerWidth
    this.width = layers.length * layerWidth
  }

  /**
   * From the next decode on, for good: at every change llama.cpp lays its memory out anew. To be called while nothing is
   * being computed.
   */
  keep(): void {
    if (this.#kept) return
    for (const layer of this.#layers) this.#hidden.setLayerInputs(this.#context, layer, true)
    this.#kept = true
  }

  /** Copies into `to` what of batch rows `first` and so on of the last decode went into the layers. */
  copy(to: Float32Array, first: number, count: number): void {
    const width = this.#layerWidth
    for (const [at, layer] of this.#layers.entries()) {
      const inputs = viewFloats(this.#hidden.layerInputs(this.#context, layer), (first + count) * width)
      for (let row = 0; row < count; row++) {
        const start = (first + row) * width
        to.set(inputs.subarray(start, start + width), row * this.width + at * width)
      }
    }
  }
}
