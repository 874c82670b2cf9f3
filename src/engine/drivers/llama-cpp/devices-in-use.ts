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
  const candidates = units === null ? usual(devices) : named(devices, units)
  return splitMode === 'none' ? candidates.slice(mainGpu, mainGpu + 1) : candidates
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
