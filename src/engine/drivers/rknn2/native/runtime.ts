import { type Feed, packed, type Told } from '../../../encoder/feed.ts'
import type { GraphValue } from '../../../encoder/graph.ts'
import { called } from '../../../native/called.ts'
import koffi from '../../../native/koffi.ts'
import { LAYOUTS, QUERIES, requireSuccess, TENSOR_TYPES } from './layouts.ts'

type Pointer = bigint | null
type Struct = Record<string, unknown>

/** Formats of a tensor, of which this one is taken as it lies. */
const UNDEFINED_FORMAT = 3

/** What the runtime tells of itself. */
export interface RknnVersion {
  readonly runtime: string
  /** Of the kernel's NPU driver. */
  readonly driver: string
}

/** A model in the runtime, over its C API; computes one thing at a time. All of it throws Errors in words. */
export interface RknnModel {
  readonly version: RknnVersion
  readonly inputs: readonly GraphValue[]
  readonly outputs: readonly GraphValue[]
  run(feeds: readonly Feed[], output: string): Promise<Told>
  close(): void
}

/**
 * @param library an opened `librknnrt.so`
 * @param cores bits of the NPU cores to use; 0: the runtime's own choice
 */
export async function openRknn(
  library: ReturnType<typeof koffi.load>,
  path: string,
  cores: number,
): Promise<RknnModel> {
  const struct = (name: keyof typeof LAYOUTS) => koffi.struct({ ...LAYOUTS[name] })
  const types = {
    counts: struct('counts'),
    attr: struct('attr'),
    version: struct('version'),
    input: struct('input'),
    output: struct('output'),
  }
  const init = library.func(
    'int rknn_init(void *context, const char *model, uint32_t size, uint32_t flag, void *extend)',
  )
  const query = library.func('int rknn_query(uint64_t context, int command, void *info, uint32_t size)')
  const setCores = library.func('int rknn_set_core_mask(uint64_t context, int mask)')
  const setInputs = library.func('rknn_inputs_set', 'int', ['uint64_t', 'uint32_t', 'void *'])
  const run = library.func('int rknn_run(uint64_t context, void *extend)')
  const getOutputs = library.func('rknn_outputs_get', 'int', ['uint64_t', 'uint32_t', 'void *', 'void *'])
  const releaseOutputs = library.func('rknn_outputs_release', 'int', ['uint64_t', 'uint32_t', 'void *'])
  const destroy = library.func('int rknn_destroy(uint64_t context)')

  const handle = koffi.alloc('uint64_t', 1) as Pointer
  // A size of 0 says that the model is a path.
  requireSuccess(await called<number>(init, handle, path, 0, 0, null), 'load the model')
  const context = koffi.decode(handle, 'uint64_t') as bigint

  function ask(type: keyof typeof types, command: number, values: Struct): Struct {
    const block = koffi.alloc(types[type], 1) as Pointer
    koffi.encode(block, types[type], values)
    requireSuccess(query(context, command, block, koffi.sizeof(types[type])) as number, 'tell of the model')
    const told = koffi.decode(block, types[type]) as Struct
    koffi.free(block)
    return told
  }

  const counts = ask('counts', QUERIES.counts, { n_input: 0, n_output: 0 })
  const attributes = (command: number, count: unknown) =>
    Array.from({ length: Number(count) }, (_, index) => ask('attr', command, { ...EMPTY_ATTR, index }))
  const inputs = attributes(QUERIES.input, counts.n_input)
  const outputs = attributes(QUERIES.output, counts.n_output)
  const version = ask('version', QUERIES.version, { api_version: '', drv_version: '' })
  if (cores !== 0) requireSuccess(setCores(context, cores) as number, 'use these cores of the NPU')

  return {
    version: { runtime: textOf(version.api_version), driver: textOf(version.drv_version) },
    inputs: inputs.map(graphValue),
    // They are told as floats, however the model has them.
    outputs: outputs.map((attr) => ({ ...graphValue(attr), type: 'float32' })),
    async run(feeds, output) {
      const memory: Pointer[] = []
      const block = (type: keyof typeof types, values: readonly Struct[]): Pointer => {
        const allocated = koffi.alloc(types[type], values.length) as Pointer
        memory.push(allocated)
        koffi.encode(allocated, koffi.array(types[type], values.length), values)
        return allocated
      }
      try {
        const given = feeds.map((feed) => {
          const data = packed(feed)
          const buffer = koffi.alloc('uint8_t', data.byteLength) as Pointer
          memory.push(buffer)
          new Uint8Array(koffi.view(buffer, data.byteLength)).set(new Uint8Array(data.buffer))
          return {
            index: inputs.findIndex((attr) => textOf(attr.name) === feed.name),
            buf: buffer,
            size: data.byteLength,
            pass_through: 0,
            type: TENSOR_TYPES.indexOf(feed.type),
            fmt: UNDEFINED_FORMAT,
          }
        })
        requireSuccess(setInputs(context, given.length, block('input', given)) as number, 'take the inputs')
        requireSuccess(await called<number>(run, context, null), 'compute')
        const wanted = outputs.map((_, index) => ({ want_float: 1, is_prealloc: 0, index, buf: null, size: 0 }))
        const told = block('output', wanted)
        requireSuccess(getOutputs(context, wanted.length, told, null) as number, 'tell the outputs')
        try {
          const index = outputs.findIndex((attr) => textOf(attr.name) === output)
          const all = koffi.decode(told, koffi.array(types.output, wanted.length)) as readonly Struct[]
          const { buf, size } = all[index] ?? {}
          const values = new Float32Array(koffi.view(buf as never, Number(size))).slice()
          return { values, shape: graphValue(outputs[index] ?? {}).shape as readonly number[] }
        } finally {
          releaseOutputs(context, wanted.length, told)
        }
      } finally {
        for (const one of memory) koffi.free(one)
      }
    },
    close: () => void destroy(context),
  }
}

const EMPTY_ATTR: Struct = {
  ...Object.fromEntries(Object.keys(LAYOUTS.attr).map((name) => [name, 0])),
  dims: Array.from({ length: 16 }, () => 0),
  name: '',
}

/** Floats may stand for whole numbers where a model's inputs are none: the runtime converts them. */
function graphValue(attr: Struct): GraphValue {
  const type = TENSOR_TYPES[Number(attr.type)] ?? 'float32'
  const whole = type === 'int64' || type === 'int32'
  return {
    name: textOf(attr.name),
    type: whole ? type : 'float32',
    shape: Array.from(attr.dims as ArrayLike<number>).slice(0, Number(attr.n_dims)),
  }
}

/** Of a member that is an array of characters. */
function textOf(member: unknown): string {
  return String(member).split('\0')[0] ?? ''
}
