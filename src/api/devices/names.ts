import type { Device } from '../../core/device.ts'
import type { EngineReport } from '../../core/machine.ts'

/** A device that models can be loaded on, by the name that a load gives it: `GPU`, or of several `GPU.0`. */
export interface NamedDevice {
  readonly name: string
  readonly device: Device
}

/** What the engines here compute on, kind by kind, as OpenVINO lists devices; of each kind, by whoever has most. */
export function namedDevices(engines: readonly EngineReport[]): readonly NamedDevice[] {
  const working = engines.filter(({ available }) => available)
  return (['cpu', 'gpu', 'npu'] as const).flatMap((kind) => {
    const lists = working.map(({ devices }) => devices.filter((device) => device.kind === kind))
    const most = lists.reduce((longest, list) => (list.length > longest.length ? list : longest), [])
    const name = kind.toUpperCase()
    return most.map((device, index) => ({ name: most.length === 1 ? name : `${name}.${index}`, device }))
  })
}
