import koffi from '../../../native/koffi.ts'
import type { Pointer } from './api.ts'

/** Native memory that lives as long as the process unless it is released, and a view on it. */
export interface Allocation<View> {
  readonly pointer: Pointer
  readonly view: View
}

/** `count` int32 values. */
export function allocateInt32(count: number): Allocation<Int32Array> {
  const pointer = koffi.alloc('int32_t', count) as Pointer
  return { pointer, view: new Int32Array(koffi.view(pointer, count * 4)) }
}

/** `count` 32-bit floats, zeroed. */
export function allocateFloats(count: number): Allocation<Float32Array> {
  const pointer = koffi.alloc('float', count) as Pointer
  const view = viewFloats(pointer, count)
  view.fill(0)
  return { pointer, view }
}

/** A C string. */
export function allocateText(text: string): Pointer {
  const bytes = Buffer.from(text, 'utf8')
  const { pointer, view } = allocateBytes(bytes.length + 1)
  view.set(bytes)
  return pointer
}

/** `count` bytes, zeroed. */
export function allocateBytes(count: number): Allocation<Uint8Array> {
  const pointer = koffi.alloc('uint8_t', count) as Pointer
  const view = new Uint8Array(koffi.view(pointer, count))
  view.fill(0)
  return { pointer, view }
}

/** `count` 32-bit floats that lie at `pointer`, as they are now and as they change: a view, not a copy. */
export function viewFloats(pointer: Pointer, count: number): Float32Array {
  return new Float32Array(koffi.view(pointer, count * 4))
}

/** Gives it back; views on it must not be looked at any more. */
export function release(pointer: Pointer): void {
  koffi.free(pointer)
}

/** `count` int32 values that lie at `pointer`: a copy. */
export function copyInt32(pointer: Pointer, count: number): Int32Array {
  return count === 0 ? new Int32Array() : new Int32Array(koffi.view(pointer, count * 4)).slice()
}

/** The int32 that lies `offset` bytes after `pointer`. */
export function readInt32(pointer: Pointer, offset: number): number {
  return koffi.decode(pointer, offset, 'int32_t') as number
}

/** An array of addresses `start`, `start + stride`, …: C's `T **` over one flat array. */
export function allocatePointers(start: Pointer, stride: number, count: number): Pointer {
  const pointer = koffi.alloc('uint64_t', count) as Pointer
  const view = new BigUint64Array(koffi.view(pointer, count * 8))
  for (let i = 0; i < count; i++) view[i] = koffi.address(start) + BigInt(i * stride)
  return pointer
}

/** A null-terminated array of addresses, as C lists are. */
export function allocateList(pointers: readonly Pointer[]): Pointer {
  const list = koffi.alloc('uint64_t', pointers.length + 1) as Pointer
  const view = new BigUint64Array(koffi.view(list, (pointers.length + 1) * 8))
  view.set([...pointers.map((pointer) => koffi.address(pointer)), 0n])
  return list
}
