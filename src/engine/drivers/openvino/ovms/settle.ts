import { z } from 'zod'
import type { UpstreamClient } from '../../upstream/client.ts'

const statusSchema = z.record(
  z.string(),
  z.object({
    model_version_status: z.array(
      z.object({ state: z.string(), status: z.object({ error_message: z.string() }).optional() }),
    ),
  }),
)

/** A server that is up may have failed to load its model all the same. Rejects with an Error in words when it has. */
export async function requireLoaded(client: UpstreamClient, name: string, signal: AbortSignal): Promise<void> {
  const status = statusSchema.safeParse(await client.get('/v1/config', signal)).data
  const versions = status?.[name]?.model_version_status ?? []
  if (versions.some(({ state }) => state === 'AVAILABLE')) return
  const [version] = versions
  const words = version?.status?.error_message ?? 'it does not list it'
  throw new Error(`OpenVINO Model Server has not loaded it (${version?.state ?? 'missing'}): ${words}.`)
}
