import { AUTO } from '../../../core/compute/compute.ts'
import { openVinoName } from '../../../core/compute/openvino.ts'
import type { EngineDriver } from '../../driver.ts'
import { createLibraryDriver } from '../../native/library-driver.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { eitherDriver, prefersServer } from '../served/either.ts'
import { findProgram } from '../served/find-program.ts'
import { openVinoFiles } from './files.ts'
import type { OpenVinoOptions, OpenVinoPlanOptions } from './options.ts'
import { createOvmsDriver } from './ovms/driver.ts'
import { findOpenVino } from './package.ts'

export interface OpenVinoDriverOptions extends OpenVinoOptions {
  readonly runtime: ChildRuntime
}

/** Models in OpenVINO's format, by OpenVINO GenAI's own JavaScript package or by OpenVINO Model Server. */
export function createOpenVinoDriver({ runtime, packagePath, serverPath }: OpenVinoDriverOptions): EngineDriver {
  const find = { library: () => findOpenVino(packagePath), server: () => findOvms(serverPath) }
  const library = createLibraryDriver({
    id: 'openvino',
    name: 'OpenVINO',
    runtime,
    options: { packagePath },
    find: find.library,
    files: openVinoFiles,
    draftsBy: ', but by OpenVINO Model Server (openvino.server_path)',
    planOptions(_, { compute = AUTO, pooling }) {
      return {
        packagePath,
        device: openVinoName(compute),
        pooling: pooling ?? null,
        draftModel: null,
      } satisfies OpenVinoPlanOptions
    },
  })
  const byServer = () => prefersServer({ library: packagePath, server: serverPath }, find)
  return eitherDriver(library, createOvmsDriver({ runtime, find: find.server }), byServer)
}

/** Where its guide unpacks it for all users. */
const OVMS_FOLDERS = ['/opt/ovms/bin', '/ovms/bin']

function findOvms(configured: string | null): string {
  const install = 'Install OpenVINO Model Server'
  return findProgram({ name: 'ovms', folders: OVMS_FOLDERS, install, setting: 'openvino.server_path' }, configured)
}
