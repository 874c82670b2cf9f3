import { z } from 'zod'
import { asTrivetError, TrivetError } from '../../core/errors.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'
import type { Lifecycle } from './models/lifecycle.ts'
import { inferbridgeRoute } from './route.ts'

const tokenSchema = z.object({ token: z.string().trim().min(11).max(503) })

const preflightSchema = z
  .object({
    model_id: z.string().min(1).nullish(),
    source_model: z.string().min(1).nullish(),
    access_type: z.string().max(40).nullish(),
  })
  .refine(({ model_id, source_model }) => (model_id ?? source_model) !== undefined, {
    path: ['model_id'],
    message: 'or `source_model` is required',
  })

type Status = 'not_configured' | 'unverified' | 'connected' | 'invalid_token' | 'network_error' | 'rate_limited'

const MASKED = '••••••••'
const SOURCES = { environment: 'environment', login: 'environment', own: 'secure_store' } as const

/** The token for what not everyone may fetch. It is taken, tried and kept, and never told again. */
export function huggingFaceEndpoints(
  { puller: { account: hubAccount }, clock }: Services,
  lifecycle: Lifecycle,
): readonly Endpoint[] {
  let last: { readonly status: Status; readonly username: string | null; readonly at: number } | null = null

  async function status() {
    const source = await hubAccount.source()
    return {
      configured: source !== null,
      status: source === null ? 'not_configured' : (last?.status ?? 'unverified'),
      username: source === null ? null : (last?.username ?? null),
      last_checked: last?.at ?? null,
      token_masked: source === null ? null : MASKED,
      source: source && SOURCES[source],
      persistence: source === 'own' ? 'file' : source === null ? 'none' : 'external',
      removable: source === 'own',
    }
  }

  /** Remembers what came of it. Rejects with `refusal` where it came to nothing. */
  async function tried(refusal: 'hub_refused' | 'hub_token_refused', signal: AbortSignal, token?: string) {
    const at = clock.now() / 1000
    try {
      const username = await hubAccount.whoami(signal, token)
      last = { status: 'connected', username, at }
      return username
    } catch (thrown) {
      const error = asTrivetError(thrown)
      const configured = token !== undefined || (await hubAccount.source()) !== null
      last = { status: statusOf(error), username: null, at }
      throw refused(refusal, codeOf(error, configured), error, configured)
    }
  }

  async function mayFetch({ model_id, source_model }: z.infer<typeof preflightSchema>, signal: AbortSignal) {
    const known = model_id ? await lifecycle.find(model_id) : null
    const source = known?.definition?.source ?? source_model ?? ''
    if (!/^[\w.-]+\/[\w.-]+$/.test(source)) {
      throw new TrivetError('invalid_value', { reason: `\`${source}\` is no repository of Hugging Face.` })
    }
    const configured = (await hubAccount.source()) !== null
    try {
      await hubAccount.mayRead(source, signal)
    } catch (thrown) {
      const error = asTrivetError(thrown)
      const code =
        error.code === 'source_unauthorized' && configured ? 'hf_approval_required' : codeOf(error, configured)
      throw refused('hub_refused', code, error, configured, { source_model: source, model_url: pageOf(source) })
    }
    const told = { code: 'hf_access_granted', message: 'It may be fetched.', recoverable: false }
    return { ...told, token_configured: configured, source_model: source, model_url: pageOf(source) }
  }

  return [
    inferbridgeRoute('GET /v1/huggingface/status', {
      summary: 'Tell whether there is a token',
      tells: 'The account.',
      answer: status,
    }),
    inferbridgeRoute('POST /v1/huggingface/token', {
      summary: 'Keep a token of Hugging Face',
      body: tokenSchema,
      tells: 'It is kept.',
      async answer({ body: { token }, signal }) {
        await tried('hub_token_refused', signal, token)
        await hubAccount.keep(token)
        return status()
      },
    }),
    inferbridgeRoute('DELETE /v1/huggingface/token', {
      summary: 'Forget the token',
      tells: 'It is forgotten.',
      async answer() {
        const removed = await hubAccount.forget()
        last = null
        const message = removed ? 'The token is removed.' : 'There was no token to remove.'
        return { removed, status: (await status()).status, message }
      },
    }),
    inferbridgeRoute('POST /v1/huggingface/test', {
      summary: 'Try the token',
      tells: 'It is good.',
      async answer({ signal }) {
        const username = await tried('hub_refused', signal)
        const result = { code: 'hf_access_granted', message: `Connected as ${username}.`, username }
        return { status: 'connected', result }
      },
    }),
    inferbridgeRoute('POST /v1/huggingface/preflight', {
      summary: 'Tell whether a model may be fetched',
      body: preflightSchema,
      tells: 'It may.',
      answer: ({ body, signal }) => mayFetch(body, signal),
    }),
  ]
}

function codeOf({ code }: TrivetError, configured: boolean): string {
  switch (code) {
    case 'source_unauthorized':
      return configured ? 'hf_token_invalid' : 'hf_token_missing'
    case 'source_not_found':
      return 'hf_model_not_found'
    case 'source_rate_limited':
      return 'hf_rate_limited'
    default:
      return 'hf_network_error'
  }
}

function statusOf({ code }: TrivetError): Status {
  if (code === 'source_unauthorized') return 'invalid_token'
  return code === 'source_rate_limited' ? 'rate_limited' : 'network_error'
}

function refused(
  row: 'hub_refused' | 'hub_token_refused',
  refusal: string,
  error: TrivetError,
  configured: boolean,
  more: Readonly<Record<string, string>> = {},
): TrivetError {
  const recoverable = refusal !== 'hf_model_not_found'
  const details = { refusal, reason: error.message, recoverable: `${recoverable}`, token_configured: `${configured}` }
  return new TrivetError(row, { ...details, ...more })
}

function pageOf(source: string): string {
  return `https://huggingface.co/${source}`
}
