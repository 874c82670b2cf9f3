import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { writing } from '../own/unwritable.ts'
import { type FoundToken, huggingFaceToken } from './hugging-face-token.ts'
import type { Sources } from './resolve.ts'

/** The user's account at Hugging Face, as far as this server may use it. The token itself is never told. */
export interface HubAccount {
  /** `null`: there is no token. */
  source(): Promise<FoundToken['source'] | null>
  /** Whose token it is; the one there is when none is given. Rejects with `source_unauthorized` or what kept it from asking. */
  whoami(signal: AbortSignal, token?: string): Promise<string>
  /** Keeps a token, for this user's eyes only. Rejects with `store_unwritable`. */
  keep(token: string): Promise<void>
  /** Whether there was one to forget. */
  forget(): Promise<boolean>
  /** Whether a repository may be read. Rejects with `source_not_found`, `source_unauthorized`, or what kept it from asking. */
  mayRead(repository: string, signal: AbortSignal): Promise<void>
}

const LIMIT_BYTES = 4 * 1024 * 1024
const whoamiSchema = z.object({ name: z.string() })

/** @param file where a token is kept that was given to Trivet */
export function createHubAccount(
  { client, endpoints: { huggingFace } }: Pick<Sources, 'client' | 'endpoints'>,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): HubAccount {
  const found = () => huggingFaceToken(env, file)
  const ask = async (path: string, token: string | null, signal: AbortSignal): Promise<unknown> => {
    const url = `${huggingFace}${path}`
    const { value } = await client.json({ url, token, signal, tokenHint: null, limit: LIMIT_BYTES, patience: 1 })
    return value
  }
  return {
    source: async () => (await found())?.source ?? null,
    async whoami(signal, given) {
      const token = given ?? (await found())?.token ?? null
      const url = `${huggingFace}/api/whoami-v2`
      if (token === null) throw new TrivetError('source_unauthorized', { url, status: 401, hint: 'there is no token.' })
      const told = whoamiSchema.safeParse(await ask('/api/whoami-v2', token, signal))
      if (!told.success) throw new TrivetError('upstream_error', { url, reason: 'answered with no account.' })
      return told.data.name
    },
    keep: (token) =>
      writing(async () => {
        await mkdir(dirname(file), { recursive: true })
        const beside = `${file}.new`
        await rm(beside, { force: true })
        const handle = await open(beside, 'wx', 0o600)
        await handle.writeFile(token).finally(() => handle.close())
        await rename(beside, file)
      }),
    async forget() {
      const there = (await found())?.source === 'own'
      await rm(file, { force: true })
      return there
    },
    async mayRead(repository, signal) {
      await ask(`/api/models/${repository}`, (await found())?.token ?? null, signal)
    },
  }
}
