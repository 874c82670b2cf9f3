import { join } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import type { StoredModel } from '../catalogue/model.ts'
import { checkModelId } from '../ids/id.ts'
import type { Manifest } from '../own/manifest.ts'
import type { Publisher, Staging } from '../own/publisher.ts'
import { writing } from '../own/unwritable.ts'
import type { DownloadTools } from './download/file.ts'
import type { DiskSpace } from './download/space.ts'
import { fetchFiles } from './fetch-files.ts'
import type { PullPlan } from './plan.ts'
import type { Reference } from './reference.ts'
import { resolvePlan, type Sources } from './resolve.ts'
import type { Turns } from './turns.ts'
import { unpackZip } from './unpack.ts'
import { verifyFiles } from './verify.ts'

/** What a pull does, one after the other. */
export type PullStage = 'resolving' | 'downloading' | 'verifying' | 'unpacking' | 'publishing'

export interface PullWatch {
  readonly signal: AbortSignal
  stage(name: PullStage): void
  /** Bytes of this stage. */
  progress(doneBytes: number, totalBytes: number | null): void
}

export interface PullTools extends DownloadTools {
  readonly sources: Sources
  readonly publisher: Publisher
  readonly space: DiskSpace
  readonly turns: Turns
  /** The model of this id with its manifest, when it is one of Trivet's own. */
  readonly own: (id: string) => Promise<{ readonly model: StoredModel; readonly manifest: Manifest } | null>
}

export interface PullOrder {
  readonly reference: Reference
  /** What the model is to be called; null: as its source calls it. */
  readonly id: string | null
  /** Told as soon as it is known where what was fetched so far lies. */
  readonly onStaged?: (id: string) => void
}

/**
 * Fetches a model into the store. Interrupted, by its signal or by a crash, it keeps what it has, and pulling the same
 * again goes on from there. What is there already, by its checksums, is not fetched again; what another pull is at is
 * waited for.
 */
export async function pull(order: PullOrder, tools: PullTools, watch: PullWatch): Promise<StoredModel> {
  watch.stage('resolving')
  const plan = await resolvePlan(tools.sources, order.reference, watch.signal)
  const id = order.id ?? plan.id
  checkModelId(id, 'model')
  return tools.turns.take(id, watch.signal, async () => {
    const own = await tools.own(id)
    if (own && isSame(own.manifest, plan)) return own.model
    const staging = await tools.publisher.stage(id, { origin: plan })
    order.onStaged?.(id)
    try {
      return await fill(staging, plan, tools, watch)
    } catch (thrown) {
      // What went wrong before is what is told.
      await staging.leave().catch(() => {})
      watch.signal.throwIfAborted()
      throw thrown
    }
  })
}

async function fill(staging: Staging, plan: PullPlan, tools: PullTools, watch: PullWatch): Promise<StoredModel> {
  watch.stage('downloading')
  const sizes = await writing(() => fetchFiles(plan.files, staging.folder, tools, tools.space, watch))
  watch.stage('verifying')
  const digests = await verifyFiles(plan.files, sizes, staging.folder, watch)
  const files = plan.packed
    ? await unpacked(plan, plan.packed, staging.folder, tools, watch)
    : plan.files.map(({ name, role }, index) => ({
        name,
        role,
        sizeBytes: sizes[index] ?? 0,
        sha256: digests[index] ?? null,
      }))
  watch.stage('publishing')
  watch.signal.throwIfAborted()
  return tools.publisher.publish(staging, manifestOf(staging.id, plan, files, tools.clock))
}

async function unpacked(
  { source, files: [archive] }: PullPlan,
  { unpackedBytes }: NonNullable<PullPlan['packed']>,
  folder: string,
  { space }: PullTools,
  watch: PullWatch,
): Promise<Manifest['files']> {
  watch.stage('unpacking')
  const path = join(folder, archive?.name ?? '')
  return writing(() => unpackZip(path, folder, { source, unpackedBytes, space, watch }))
}

function manifestOf(
  id: string,
  { entry, source, revision, precision }: PullPlan,
  files: Manifest['files'],
  clock: Clock,
): Manifest {
  return {
    version: 1,
    id,
    entry,
    files,
    source,
    revision,
    precision,
    created: new Date(clock.now()).toISOString(),
  }
}

/** Whether all files of the plan are there, by checksums that its source tells; of an archive, by its release. */
function isSame({ files, source, revision }: Manifest, plan: PullPlan): boolean {
  if (plan.packed) return plan.revision !== null && revision === plan.revision && source === plan.source
  return (
    files.length === plan.files.length &&
    plan.files.every(
      ({ name, sha256 }) => sha256 !== null && files.some((file) => file.name === name && file.sha256 === sha256),
    )
  )
}
