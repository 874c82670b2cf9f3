import type { EngineDriver } from '../../driver.ts'
import { whyNot } from '../../native/why-not.ts'

/**
 * A platform whose models run in its runtime's library, in a child, or in a maker's server. Which of them is looked at
 * anew for each plan, and stays so for that plan.
 * @param byServer whether the server is the one to use
 */
export function eitherDriver(library: EngineDriver, server: EngineDriver, byServer: () => boolean): EngineDriver {
  const chosen = () => (byServer() ? server : library)
  return {
    ...library,
    probe: () => chosen().probe(),
    missing: () => chosen().missing?.() ?? '',
    misplaced: () => chosen().misplaced?.() ?? '',
    remarks: (wish) => chosen().remarks?.(wish) ?? [],
    plan(...given) {
      const served = byServer()
      const plan = (served ? server : library).plan(...given)
      return { ...plan, options: { ...plan.options, served } }
    },
    start: (plan, watch) => (plan.options.served === true ? server : library).start(plan, watch),
  }
}

/**
 * Whether a maker's server is the one to use: where the settings name it, and where the library is not there but it is.
 * @param find each throws where it isn't there
 */
export function prefersServer(
  settings: { readonly library: string | null; readonly server: string | null },
  find: { readonly library: () => unknown; readonly server: () => unknown },
): boolean {
  if (settings.server !== null || settings.library !== null) return settings.server !== null
  return whyNot(find.library) !== '' && whyNot(find.server) === ''
}
