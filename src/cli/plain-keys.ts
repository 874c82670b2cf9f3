import { readFileSync } from 'node:fs'
import type { Env } from '../config/paths.ts'
import { TrivetError } from '../core/errors.ts'
import type { PlainKey } from '../store/keyring.ts'

/** Lists of keys, between commas; the second is InferBridge's name for it. */
const VARIABLES = ['TRIVET_API_KEY', 'OV_LLM_API_KEY']

/** The keys of the environment and of the key file. Throws `invalid_config` for a file that can't be read. */
export function plainKeys(env: Env, keyFile: string | null): readonly PlainKey[] {
  const given = VARIABLES.flatMap((from) => split(env[from] ?? '', ',').map((secret) => ({ secret, from })))
  return [...given, ...(keyFile === null ? [] : keysIn(keyFile))]
}

function keysIn(path: string): readonly PlainKey[] {
  try {
    const lines = split(readFileSync(path, 'utf8'), '\n').filter((line) => !line.startsWith('#'))
    return lines.map((secret) => ({ secret, from: 'key_file' }))
  } catch (error) {
    const { message } = error as Error
    throw new TrivetError('invalid_config', { reason: `key_file: ${message}.` }, null, { cause: error })
  }
}

function split(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
