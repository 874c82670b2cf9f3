import { called } from '../../../native/called.ts'
import koffi from '../../../native/koffi.ts'
import { requireSuccess, STATUS } from './statuses.ts'

type Pointer = bigint | null

const SENTENCE_COMPLETE = 0
const SENTENCE_END = 3
const ACTION_ABORT = 1

/** How an answer ended. */
export type QueryEnd = 'done' | 'aborted' | 'context-full'

/** A sampler's settings, in Genie's words. */
export interface GenieSampling {
  readonly seed: number
  readonly temp: number
  readonly 'top-k': number
  readonly 'top-p': number
}

/** Genie with a model, over its C API; answers one prompt at a time. All of it throws Errors in words. */
export interface GenieDialog {
  /**
   * Answers a prompt, without what was said before.
   * @param onToken told each token's bytes, which need not be whole characters
   */
  query(prompt: string, maxTokens: number, onToken: (bytes: Uint8Array) => void): Promise<QueryEnd>
  /** Ends the answer under way; also from within `onToken`. */
  abort(): void
  /** What the next answers are sampled by, as far as this release heeds it. */
  sample(sampling: GenieSampling): void
  close(): void
}

/** @param config Genie's settings, in JSON */
export async function openDialog(library: ReturnType<typeof koffi.load>, config: string): Promise<GenieDialog> {
  const bind = (name: string, ...types: string[]) => library.func(name, 'int', types)
  const createConfig = bind('GenieDialogConfig_createFromJson', 'const char *', 'void *')
  const freeConfig = bind('GenieDialogConfig_free', 'void *')
  const create = bind('GenieDialog_create', 'void *', 'void *')
  const reset = bind('GenieDialog_reset', 'void *')
  const signal = bind('GenieDialog_signal', 'void *', 'int')
  const free = bind('GenieDialog_free', 'void *')
  const getSampler = bind('GenieDialog_getSampler', 'void *', 'void *')
  const createSampling = bind('GenieSamplerConfig_createFromJson', 'const char *', 'void *')
  const applySampling = bind('GenieSampler_applyConfig', 'void *', 'void *')
  const freeSampling = bind('GenieSamplerConfig_free', 'void *')
  const setMaxTokens = optional(() => bind('GenieDialog_setMaxNumTokens', 'void *', 'uint32_t'))

  const callbackType = koffi.proto('void GenieQueryCallback(void *response, int code, void *userdata)')
  const query = library.func('GenieDialog_query', 'int', [
    'void *',
    'const char *',
    'int',
    koffi.pointer(callbackType as never),
    'void *',
  ])
  let listener: (bytes: Uint8Array) => void = () => {}
  const callback = koffi.register(
    (response: Pointer, code: number) => {
      const bytes = response === null ? new Uint8Array() : bytesAt(response)
      // The end of an answer is told with no token of its own.
      if (bytes.length > 0 || code !== SENTENCE_END) listener(bytes)
    },
    koffi.pointer(callbackType as never),
  )

  /** Calls what gives out a handle. */
  async function handleOf(call: typeof create, given: unknown, doing: string): Promise<Pointer> {
    const out = koffi.alloc('void *', 1) as Pointer
    requireSuccess(await called<number>(call, given, out), doing)
    return koffi.decode(out, 'void *') as Pointer
  }

  const settings = await handleOf(createConfig, config, "read the bundle's settings")
  const dialog = await handleOf(create, settings, 'load the model').finally(() => freeConfig(settings))

  return {
    async query(prompt, maxTokens, onToken) {
      requireSuccess(reset(dialog) as number, 'begin anew')
      if (setMaxTokens !== null) requireSuccess(setMaxTokens(dialog, maxTokens) as number, 'set a limit')
      listener = onToken
      try {
        const status = await called<number>(query, dialog, prompt, SENTENCE_COMPLETE, callback, null)
        if (status === STATUS.aborted) return 'aborted'
        if (status === STATUS.contextExceeded) return 'context-full'
        requireSuccess(status, 'answer')
        return 'done'
      } finally {
        listener = () => {}
      }
    },
    abort: () => void signal(dialog, ACTION_ABORT),
    sample(sampling) {
      const [sampler, settings] = [koffi.alloc('void *', 1), koffi.alloc('void *', 1)] as [Pointer, Pointer]
      requireSuccess(getSampler(dialog, sampler) as number, 'tell its sampler')
      const json = JSON.stringify({ sampler: { version: 1, ...sampling } })
      requireSuccess(createSampling(json, settings) as number, "read the sampler's settings")
      const handle = koffi.decode(settings, 'void *') as Pointer
      try {
        requireSuccess(applySampling(koffi.decode(sampler, 'void *'), handle) as number, 'set its sampler')
      } finally {
        freeSampling(handle)
      }
    },
    close: () => void free(dialog),
  }
}

/** Releases before have no such function. */
function optional<T>(bind: () => T): T | null {
  try {
    return bind()
  } catch {
    return null
  }
}

/** Of a text that ends with a zero, which is gone after the callback. */
function bytesAt(pointer: Pointer): Uint8Array {
  let length = 0
  while ((koffi.decode(pointer, length, 'uint8_t') as number) !== 0) length++
  return new Uint8Array(koffi.view(pointer as never, length)).slice()
}
