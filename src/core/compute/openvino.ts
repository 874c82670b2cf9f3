import { AUTO, type Compute, type ComputeUnit, formatUnit, parseUnit, together } from './compute.ts'

/** A device as OpenVINO and InferBridge write it. */
export interface OpenVinoDevice {
  /** Trimmed and in capitals: `AUTO:NPU,GPU,CPU`. */
  readonly name: string
  readonly compute: Compute
}

/** One of each kind of expression. */
export const OPENVINO_EXAMPLES = [
  'CPU',
  'GPU',
  'NPU',
  'AUTO',
  'AUTO:NPU,GPU,CPU',
  'AUTO:GPU,NPU,CPU',
  'MULTI:GPU,CPU',
  'HETERO:GPU,CPU',
] as const

const TAKES = { AUTO: 'first', MULTI: 'share', HETERO: 'split' } as const

/**
 * `CPU`, `GPU` or `NPU`, with `.n` for which of several; `AUTO`; or `AUTO:`, `MULTI:` or `HETERO:` before a list of
 * different ones. In any case, blanks around each ignored. `null` for anything else.
 */
export function parseOpenVinoDevice(text: string): OpenVinoDevice | null {
  const whole = text.trim().toUpperCase()
  if (whole === 'AUTO') return { name: whole, compute: AUTO }
  const [, mode, list] = /^(AUTO|MULTI|HETERO):(.*)$/.exec(whole) ?? []
  const units = (list ?? whole).split(',').map((token) => parseUnit(token.trim().toLowerCase()))
  if (!units.every((unit) => unit !== null) || (mode === undefined && units.length > 1)) return null
  const names = units.map((unit) => formatUnit(unit).toUpperCase())
  if (new Set(names).size < names.length) return null
  return mode === undefined
    ? { name: names.join(), compute: { take: 'first', units } }
    : { name: `${mode}:${names.join()}`, compute: taken(TAKES[mode as keyof typeof TAKES], units) }
}

function taken(take: Compute['take'], units: readonly ComputeUnit[]): Compute {
  return take === 'first' ? { take, units } : together(take, units)
}

/**
 * The units of an expression that are not among OpenVINO's own names of the devices here (`CPU`, `GPU.0`, `NPU`): one
 * without a number is there when any of its kind is. Nothing is missing of a bare `AUTO`.
 */
export function missingOpenVinoDevices({ compute }: OpenVinoDevice, available: readonly string[]): readonly string[] {
  const names = compute.units.map((unit) => formatUnit(unit).toUpperCase())
  return names.filter((name) => !available.some((device) => device === name || device.startsWith(`${name}.`)))
}

/** A compute as OpenVINO would write it. What its runtime is to choose, of several or of all, is `AUTO` there. */
export function openVinoName(compute: Compute): string {
  const { take, units } = compute
  const names = units.map((unit) => formatUnit(unit).toUpperCase())
  if (names.length === 0) return 'AUTO'
  if (names.length === 1) return names.join()
  const mode = Object.keys(TAKES).find((name) => TAKES[name as keyof typeof TAKES] === take)
  return `${mode}:${names.join()}`
}
