import { homedir } from 'node:os'
import { join } from 'node:path'
import { readSmall } from '../sources/read-small.ts'
import type { Access } from './download/remote-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The user's token, where Hugging Face's own programs look for it: `HF_TOKEN`, else the file that `hf auth login`
 * writes. Looked for every time, so that logging in needs no restart.
 */
export function huggingFaceAccess(env: Environment): Access {
  return {
    hint: 'Set HF_TOKEN to a token of an account that may read it, or log in with `hf auth login`.',
    async token() {
      const given = env.HF_TOKEN || env.HUGGING_FACE_HUB_TOKEN || env.GENIEX_HFTOKEN
      const text = given || (await readSmall(tokenFile(env)).catch(() => ''))
      return text.trim() || null
    },
  }
}

function tokenFile(env: Environment): string {
  if (env.HF_TOKEN_PATH) return env.HF_TOKEN_PATH
  const cache = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache')
  return join(env.HF_HOME || join(cache, 'huggingface'), 'token')
}
