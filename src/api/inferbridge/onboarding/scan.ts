import type { MachineReport } from '../../../core/machine.ts'
import type { Snapshot } from '../status/snapshot.ts'

type ItemStatus = 'ready' | 'warning' | 'unavailable' | 'unknown'

/** The machine as rows for people, by InferBridge's keys. */
export function encodeScan(snapshot: Snapshot) {
  const { os, cpu, memory, disk, devices, available_devices: names, engines, generated_at, fingerprint } = snapshot
  const item = (
    key: string,
    label: string,
    value: string,
    status: ItemStatus = 'ready',
    detail: string | null = null,
  ) => ({ key, label, status, value, detail }) as const
  return {
    schema_version: 1,
    generated_at,
    fingerprint,
    mock: false,
    items: [
      item('windows', 'Operating system', `${os.system} ${os.release}`, 'ready', os.version),
      item('architecture', 'Architecture', cpu.architecture),
      item('cpu', 'CPU', cpu.name ?? 'Unknown', cpu.name === null ? 'unknown' : 'ready'),
      item('cores', 'CPU cores', `${cpu.physical_cores} physical`),
      item('ram-total', 'Installed RAM', `${memory.total_gb} GB`),
      item('ram-available', 'Available RAM', `${memory.available_gb} GB`),
      item('disk-free', 'Free model storage', `${disk.free_gb ?? '?'} GB`, disk.free_gb === null ? 'unknown' : 'ready'),
      item('openvino', 'Engines', engines.join(', ') || 'None', engines.length > 0 ? 'ready' : 'unavailable'),
      item('devices', 'Devices', names.join(', ') || 'None', names.length > 0 ? 'ready' : 'unavailable'),
      ...devices.map(({ device, full_name }) =>
        item(`device-${device.toLowerCase()}`, `${device} details`, full_name || device),
      ),
    ],
    hardware: snapshot,
    warnings: names.length > 0 ? [] : ['No engine here can compute anything. `trivet doctor` says why.'],
  }
}

/** Whether models can run on an NPU here; a chip that is there and can't be used is told with what would help. */
export function npuReadiness({ chips }: MachineReport, available: readonly string[], system: string) {
  const usable = available.some((name) => name.startsWith('NPU'))
  const chip = chips.find(({ kind }) => kind === 'npu')
  const problem = chip?.problems[0]
  const state = usable
    ? 'usable'
    : chip
      ? 'hardware_plugin_unavailable'
      : system === 'Windows_NT'
        ? 'not_detected'
        : 'not_expected'
  const titles = {
    usable: 'Models can run on the NPU',
    hardware_plugin_unavailable: 'There is an NPU, but no engine here can use it',
    not_detected: 'No NPU was found',
    not_expected: 'No NPU was found',
  } as const
  const elsewhere = 'Models run on the CPU, or on a graphics card where there is one.'
  return {
    schema_version: 1,
    state,
    usable,
    title: titles[state],
    explanation: usable
      ? 'Whether a model runs on it depends on the model too.'
      : problem
        ? `${problem.what} ${problem.fix}`
        : elsewhere,
    available_devices: available,
    fallback_device: available.find((name) => /^GPU/.test(name)) ?? available.find((name) => name === 'CPU') ?? null,
    driver_version: chip?.driver?.version ?? null,
    support_url: '',
    rescan_supported: true,
    mock: false,
  }
}
