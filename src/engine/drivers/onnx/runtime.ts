import { pathToFileURL } from 'node:url'
import type { GraphValue } from '../../encoder/graph.ts'
import type { FoundPackage } from '../../native/find-package.ts'

/** As much of ONNX Runtime's JavaScript API as is used here; both of its packages have it. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: string, options: SessionOptions): Promise<OnnxSession>
  }
  readonly Tensor: new (
    type: string,
    data: BigInt64Array | Int32Array | Float32Array,
    dims: readonly number[],
  ) => OnnxTensor
  readonly env: { readonly wasm: { numThreads?: number } }
  /** Of the native package: what it was built to compute on. */
  listSupportedBackends?(): readonly { readonly name: string }[]
}

export interface SessionOptions {
  readonly executionProviders: readonly (string | Readonly<Record<string, unknown>>)[]
  readonly intraOpNumThreads: number
  readonly externalData?: readonly { readonly path: string; readonly data: string }[]
}

export interface OnnxSession {
  readonly inputMetadata: readonly GraphValue[]
  readonly outputMetadata: readonly GraphValue[]
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>
  release(): Promise<void>
}

export interface OnnxTensor {
  readonly type: string
  readonly data: ArrayBufferView
  readonly dims: readonly number[]
}

export async function openOnnx({ entry }: FoundPackage): Promise<OnnxRuntime> {
  const { default: runtime } = (await import(pathToFileURL(entry).href)) as { default: OnnxRuntime }
  return runtime
}

export function builtProviders(runtime: OnnxRuntime): readonly string[] {
  return runtime.listSupportedBackends?.().map(({ name }) => name) ?? ['wasm']
}

/** The one that is WebAssembly. */
export function isWeb(runtime: OnnxRuntime): boolean {
  return runtime.listSupportedBackends === undefined
}
