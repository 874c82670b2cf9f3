import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import { ANY_NPU } from '../../native/npu-units.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { eitherDriver, prefersServer } from '../served/either.ts'
import { findProgram } from '../served/find-program.ts'
import { bundleAt } from './bundle.ts'
import { createGenieXDriver } from './geniex/driver.ts'
import { findGenie } from './library-path.ts'
import type { QairtOptions, QairtPlanOptions } from './options.ts'
import { otherUnits } from './other-units.ts'

export interface QairtDriverOptions extends QairtOptions {
  readonly runtime: ChildRuntime
}

/** Bundles of AI Hub on the Hexagon NPU, by Qualcomm's Genie through its C API, or by its GenieX server. */
export function createQairtDriver({ runtime, libraryPath, serverPath }: QairtDriverOptions): EngineDriver {
  const find = { library: () => findGenie(libraryPath), server: () => findGenieX(serverPath) }
  const options: QairtPlanOptions = { libraryPath }
  const library = createLibraryDriver({
    id: 'qairt',
    name: 'QAIRT',
    runtime,
    options: { ...options },
    find: find.library,
    files: bundleAt,
    remarks: otherUnits,
    lacks: ['pooling'],
    computesOn: () => ANY_NPU,
    planOptions: () => options,
    signals: {
      SIGSEGV: 'Genie does so when the bundle was compiled for another chip, or with another release of QAIRT.',
    },
  })
  const byServer = () => prefersServer({ library: libraryPath, server: serverPath }, find)
  return eitherDriver(library, createGenieXDriver({ runtime, find: find.server }), byServer)
}

function findGenieX(configured: string | null): string {
  const wanted = { name: 'geniex', install: "Install Qualcomm's GenieX", setting: 'qairt.server_path' }
  return findProgram(wanted, configured)
}
