import { homedir } from 'node:os'
import { join } from 'node:path'
import { readSmall } from '../sources/read-small.ts'
import type { Access } from './download/remote-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where a token comes from: a variable, the file of Hugging Face's own programs, or the one that was given to Trivet. */
export type TokenSource = 'environment' | 'login' | 'own'

export interface FoundToken {
  readonly token: string
  readonly source: TokenSource
}

/**
 * The user's token, where Hugging Face's own programs look for it: `HF_TOKEN`, else the file that `hf auth login`
 * writes, with the one that was given to Trivet over that. Looked for every time, so that logging in needs no restart.
 */
export async function huggingFaceToken(env: Environment, ownFile: string | null): Promise<FoundToken | null> {
  const given = env.HF_TOKEN || env.HUGGING_FACE_HUB_TOKEN || env.GENIEX_HFTOKEN
  const places: readonly (readonly [TokenSource, () => Promise<string>])[] = [
    ['environment', async () => given ?? ''],
    ['own', async () => (ownFile === null ? '' : readSmall(ownFile))],
    ['login', () => readSmall(tokenFile(env))],
  ]
  for (const [source, read] of places) {
    const token = (await read().catch(() => '')).trim()
    if (token !== '') return { token, source }
  }
  return null
}

/** @param ownFile where Trivet keeps the token that it was given; `null`: nowhere */
export function huggingFaceAccess(env: Environment, ownFile: string | null = null): Access {
  return {
    hint: 'Set HF_TOKEN to a token of an account that may read it, or log in with `hf auth login`.',
    token: async () => (await huggingFaceToken(env, ownFile))?.token ?? null,
  }
}

function tokenFile(env: Environment): string {
  if (env.HF_TOKEN_PATH) return env.HF_TOKEN_PATH
  const cache = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache')
  return join(env.HF_HOME || join(cache, 'huggingface'), 'token')
}
