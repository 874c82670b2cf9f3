import { type ComputeUnit, formatUnit } from '../../../core/compute/compute.ts'

/** ONNX Runtime's execution providers by kind of unit, the fastest first. */
const PROVIDERS: Readonly<Record<ComputeUnit['kind'], readonly string[]>> = {
  cpu: ['cpu', 'wasm'],
  gpu: ['cuda', 'dml', 'coreml', 'webgpu'],
  npu: [],
}

export type Provider = string | { readonly name: string; readonly deviceId: number }

/**
 * The execution provider of each unit. Throws an Error in words for a unit that none of them computes on.
 * @param built those that the package in use was built with
 */
export function providersFor(units: readonly ComputeUnit[], built: readonly string[]): readonly Provider[] {
  const wanted: readonly ComputeUnit[] = units.length === 0 ? [{ kind: 'cpu' }] : units
  return wanted.map((unit) => {
    const name = PROVIDERS[unit.kind].find((one) => built.includes(one))
    if (name === undefined) {
      throw new Error(`this build of ONNX Runtime computes on no ${unit.kind}, but by ${built.join(', ')}.`)
    }
    if (unit.index === undefined || unit.index === 0) return name
    if (name === 'cuda' || name === 'dml') return { name, deviceId: unit.index }
    throw new Error(`of ${name} there is no ${formatUnit(unit)}.`)
  })
}
