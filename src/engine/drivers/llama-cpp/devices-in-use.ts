import type { Device } from '../../../core/device.ts'
import { chooseDevices } from './choose-devices.ts'
import type { LlamaCppPlanOptions } from './options.ts'

/**
 * The accelerators that llama.cpp gives a model's layers to, in its order (`llama_prepare_model_devices`): those named,
 * else all, integrated ones only where there are no others; of several, with `none` of the split modes, the main one.
 * None for a wish that it will refuse.
 * @param devices as the library lists them
 */
export function devicesInUse(
  devices: readonly Device[],
  { units, splitMode, mainGpu }: Pick<LlamaCppPlanOptions, 'units' | 'splitMode' | 'mainGpu'>,
): readonly Device[] {
  const usable = usableDevices(devices, units)
  return splitMode === 'none' ? usable.slice(mainGpu, mainGpu + 1) : usable
}

/** Those that `main_gpu` counts. */
export function usableDevices(devices: readonly Device[], units: LlamaCppPlanOptions['units']): readonly Device[] {
  return units === null ? usual(devices) : named(devices, units)
}

function usual(devices: readonly Device[]): readonly Device[] {
  const computing = devices.filter(({ kind }) => kind === 'gpu' || kind === 'npu')
  const own = computing.filter(({ integrated }) => !integrated)
  return own.length > 0 ? own : computing
}

function named(devices: readonly Device[], units: NonNullable<LlamaCppPlanOptions['units']>): readonly Device[] {
  try {
    return chooseDevices(devices, units).flatMap((position) => devices[position] ?? [])
  } catch {
    return []
  }
}
