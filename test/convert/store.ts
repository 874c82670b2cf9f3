import { join } from 'node:path'
import { modelTrials } from '../../src/cli/try-model.ts'
import { systemClock } from '../../src/core/clock.ts'
import { TrivetError } from '../../src/core/errors.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import type { Catalogue } from '../../src/models/catalogue/catalogue.ts'
import { openCatalogue } from '../../src/models/catalogue/open.ts'
import { type Converter, createConverter } from '../../src/models/convert/converter.ts'
import { createLocalSources } from '../../src/models/convert/local-sources.ts'
import type { MakingWatch } from '../../src/models/convert/work.ts'
import type { Publisher } from '../../src/models/own/publisher.ts'
import { builtRuntime } from '../engine/built-runtime.ts'

/** A real store of its own. */
export function storeIn(root: string): Promise<Catalogue & Publisher> {
  return openCatalogue({
    root: join(root, 'store'),
    configured: [],
    folders: [],
    foreign: [],
    clock: systemClock,
    inUse: () => false,
    report: () => {},
  })
}

/** A converter over the real engine and such a store. */
export async function converterIn(root: string): Promise<{ converter: Converter; store: Catalogue & Publisher }> {
  const store = await storeIn(root)
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
  const converter = createConverter(createLocalSources({ diskAllowed: true, hubs: [] }), {
    publisher: store,
    clock: systemClock,
    tryModel: modelTrials(driver),
    threads: 1,
    workerEntry: new URL('../../dist/models/convert/worker/main.js', import.meta.url),
    env: {},
    async quantize(order, signal, onProgress) {
      if (!driver.quantize) throw new TrivetError('quantize_failed', { input: order.input, reason: 'nothing does.' })
      await driver.quantize(order, { signal, onProgress })
    },
  })
  return { converter, store }
}

/** Writes down what a job tells, and may be told to end it. */
export class Watch implements MakingWatch {
  readonly controller = new AbortController()
  readonly stages: string[] = []
  readonly #at: string | null

  /** @param endAt the stage in which it is to end */
  constructor(endAt: string | null = null) {
    this.#at = endAt
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  stage(name: string): void {
    this.stages.push(name)
    if (name === this.#at) this.controller.abort(new TrivetError('request_cancelled'))
  }

  progress(): void {}
}
