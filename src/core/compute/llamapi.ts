import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '../platforms.ts'
import { AUTO, type Compute } from './compute.ts'

/** A platform, and perhaps a chip, as LlamaPi's model folders and its command line name them. */
export interface LlamaPiPlatform {
  readonly platform: PlatformName
  /** In capitals, as its API writes it: `RK3588`; `null`: not said. */
  readonly chip: string | null
  readonly compute: Compute
}

/** The server of RK182x models is called so, the models' platform is not. */
const OTHER_NAMES: Readonly<Record<string, PlatformName>> = { rkllm3: 'rknn3' }

/** `rkllm`, `rkllm/rk3588` and so on, in any case. `null` for anything else. */
export function parseLlamaPiPlatform(text: string): LlamaPiPlatform | null {
  const [, name = '', chip = null] = /^([a-z0-9_]+)(?:\/([a-z0-9]+))?$/.exec(text.trim().toLowerCase()) ?? []
  const platform = OTHER_NAMES[name] ?? PLATFORM_NAMES.find((one) => one === name)
  if (platform === undefined) return null
  const [only, ...others] = PLATFORMS[platform].units
  const compute: Compute = others.length === 0 ? { take: 'first', units: [{ kind: only }] } : AUTO
  return { platform, chip: chip?.toUpperCase() ?? null, compute }
}
