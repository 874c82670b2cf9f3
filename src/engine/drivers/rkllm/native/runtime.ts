import { called } from '../../../native/called.ts'
import koffi from '../../../native/koffi.ts'
import { COMMON, type RkllmLayout, type StructLayout } from './layouts.ts'

type Pointer = bigint | null
type Struct = Record<string, unknown>

export const INFER_MODES = { generate: 0, hidden: 1, logits: 2 } as const
export type InferMode = keyof typeof INFER_MODES

/** States of a run, as the callback is told. */
const STATES = ['normal', 'waiting', 'finish', 'error'] as const

/** Input of token ids, in the runtime's numbers. */
const TOKENS_INPUT = 1

/** What the runtime tells during a run; rows are copied, one after another. */
export interface RunResult {
  /** `waiting`: the token's text is no whole character yet. */
  readonly state: (typeof STATES)[number]
  readonly text: string
  readonly token: number
  readonly rows: { readonly values: Float32Array; readonly width: number } | null
  /** Of the prompt, those that were computed. */
  readonly prefillTokens: number
}

/** The runtime's words for the sampling of one run. */
export interface RunSampling {
  readonly top_k: number
  readonly top_p: number
  readonly temperature: number
  readonly repeat_penalty: number
  readonly frequency_penalty: number
  readonly presence_penalty: number
  readonly mirostat: number
  readonly mirostat_tau: number
  readonly mirostat_eta: number
}

export interface RunOrder {
  readonly mode: InferMode
  readonly tokens: readonly number[]
  /** Only where the layout has sampling per run. */
  readonly sampling: RunSampling | null
  /** Name of a loaded LoRA adapter; `null`: none. */
  readonly adapter: string | null
  onResult(result: RunResult): void
}

export interface InitOptions {
  readonly modelPath: string
  readonly contextTokens: number
  readonly sampling: RunSampling
}

/** One instance of the runtime with its model, over its C API; runs one thing at a time. */
export interface RkllmRuntime {
  /** Resolves with the runtime's status: 0 is success. */
  init(options: InitOptions): Promise<number>
  /** Resolves when the run is over, with its status. */
  run(order: RunOrder): Promise<number>
  /** Ends the run under way; also from within `onResult`. */
  abort(): void
  loadLora(path: string, name: string, scale: number): number
  destroy(): void
}

/** @param library an opened `librkllmrt.so` whose structs are as `layout` has them */
export function bindRkllm(library: ReturnType<typeof koffi.load>, layout: RkllmLayout): RkllmRuntime {
  koffi.struct('RKLLMExtendParam', { ...COMMON.extend })
  const param = struct('RKLLMParam', layout.param)
  const input = struct('RKLLMInput', layout.input)
  const infer = struct('RKLLMInferParam', layout.infer)
  const lora = struct('RKLLMLoraAdapter', COMMON.lora)
  const [sampling, loraParam] = [
    struct('RKLLMSamplingParam', COMMON.sampling),
    struct('RKLLMLoraParam', COMMON.loraParam),
  ]
  const [callbacks, result] = [struct('RKLLMCallback', COMMON.callbacks), struct('RKLLMResult', COMMON.result)]
  const pointerTo = (type: ReturnType<typeof struct>) => koffi.pointer(type)

  const createDefaultParam = library.func('rkllm_createDefaultParam', param, [])
  const init = library.func('rkllm_init', 'int', ['void *', pointerTo(param), 'void *'])
  const run = library.func('rkllm_run', 'int', ['void *', pointerTo(input), pointerTo(infer), 'void *'])
  const loadLora = library.func('rkllm_load_lora', 'int', ['void *', pointerTo(lora)])
  const abort = library.func('int rkllm_abort(void *handle)')
  const destroy = library.func('int rkllm_destroy(void *handle)')

  const callbackType = koffi.proto('int RkllmResultCallback(void *result, void *userdata, int state)')
  let listener: RunOrder['onResult'] = () => {}
  const callback = koffi.register(
    (told: Pointer, _: Pointer, state: number) => {
      listener(resultOf(told === null ? {} : (koffi.decode(told, result) as Struct), state))
      return 0
    },
    pointerTo(callbackType as never),
  )
  let handle: Pointer = null

  /** The runtime may look at it for as long as the model is loaded. */
  function whomToCall(): Pointer {
    if (layout.callback === 'function') return koffi.address(callback) as Pointer
    const block = koffi.alloc(callbacks, 1) as Pointer
    koffi.encode(block, callbacks, { ...zeroed(COMMON.callbacks), result_callback: koffi.address(callback) })
    return block
  }

  return {
    async init({ modelPath, contextTokens, sampling }) {
      const out = koffi.alloc('void *', 1) as Pointer
      const params = {
        ...(createDefaultParam() as Struct),
        ...sampling,
        model_path: modelPath,
        max_context_len: contextTokens,
        max_new_tokens: contextTokens,
        skip_special_token: true,
        is_async: false,
      }
      const status = await called<number>(init, out, params, whomToCall())
      handle = koffi.decode(out, 'void *') as Pointer
      return status
    },
    async run(order) {
      listener = order.onResult
      const memory: Pointer[] = []
      const allocated = (type: string | ReturnType<typeof struct>, values: unknown, count = 1): Pointer => {
        const block = koffi.alloc(type as never, count) as Pointer
        memory.push(block)
        koffi.encode(block, count === 1 ? (type as never) : koffi.array(type as never, count), values)
        return block
      }
      const text = (value: string): Pointer => {
        const bytes = [...Buffer.from(`${value}\0`)]
        return allocated('uint8_t', bytes, bytes.length)
      }
      const ids = [...order.tokens, 0]
      try {
        return await called<number>(
          run,
          handle,
          {
            ...zeroed(layout.input),
            role: 'user',
            input_type: TOKENS_INPUT,
            input_ids: allocated('int32_t', ids, ids.length),
            n_tokens: order.tokens.length,
          },
          {
            ...zeroed(layout.infer),
            mode: INFER_MODES[order.mode],
            keep_history: 0,
            ...(order.adapter !== null && {
              lora_params: allocated(loraParam, { lora_adapter_name: text(order.adapter) }),
            }),
            ...(order.sampling !== null && { sampling_params: allocated(sampling, order.sampling) }),
          },
          null,
        )
      } finally {
        listener = () => {}
        for (const block of memory) koffi.free(block)
      }
    },
    abort: () => void abort(handle),
    loadLora: (path, name, scale) =>
      loadLora(handle, { lora_adapter_path: path, lora_adapter_name: name, scale }) as number,
    destroy: () => void destroy(handle),
  }
}

function struct(name: string, layout: StructLayout) {
  return koffi.struct(name, { ...layout })
}

function zeroed(layout: StructLayout): Struct {
  const zero = (type: string) => (type.endsWith(']') ? [] : type.endsWith('*') ? null : type === 'bool' ? false : 0)
  return Object.fromEntries(Object.entries(layout).map(([name, type]) => [name, zero(type)]))
}

function resultOf(told: Struct, state: number): RunResult {
  return {
    state: STATES[state] ?? 'error',
    text: typeof told.text === 'string' ? told.text : '',
    token: Number(told.token_id ?? -1),
    rows:
      rowsOf(told.hidden_states, told.embd_size, told.hidden_tokens) ??
      rowsOf(told.logits, told.vocab_size, told.logits_tokens),
    prefillTokens: Number(told.prefill_tokens ?? 0),
  }
}

/** The memory is the runtime's own, and gone after the callback. */
function rowsOf(pointer: unknown, width: unknown, count: unknown): RunResult['rows'] {
  const numbers = Number(width ?? 0) * Number(count ?? 0)
  if (!pointer || numbers === 0) return null
  const values = new Float32Array(koffi.view(pointer as never, numbers * 4)).slice()
  return { values, width: Number(width) }
}
