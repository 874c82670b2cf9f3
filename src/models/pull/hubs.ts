import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import { huggingFaceAccess } from './hugging-face-token.ts'
import { SourceClient } from './net/client.ts'
import type { Endpoints, Sources } from './resolve.ts'

/** Where Qualcomm publishes what AI Hub has made. */
const AI_HUB = 'https://qaihub-public-assets.s3.us-west-2.amazonaws.com/qai-hub-models'

export interface HubsOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Private addresses are sources too. */
  readonly privateAllowed: boolean
  readonly version: string
  /** Where a token of Hugging Face is kept that was given to Trivet; left out: nowhere. */
  readonly tokenFile?: string
  /** See `Sources.chip`; left out: none. */
  chip?(): string | null
}

/**
 * Where models come from. `HF_ENDPOINT`, `MODELSCOPE_DOMAIN` and `GENIEX_AIHUBBASEURL` name mirrors, as the hubs' own
 * programs and GenieX have it; they may be inside the house. `GENIEX_AIHUBVERSION` names a release of AI Hub. Throws `invalid_config` about one that is no address.
 */
export function openHubs({ env, clock, privateAllowed, version, tokenFile, chip = () => null }: HubsOptions): Sources {
  const endpoints: Endpoints = {
    huggingFace: endpoint(env.HF_ENDPOINT || 'https://huggingface.co', 'HF_ENDPOINT'),
    modelScope: endpoint(env.MODELSCOPE_DOMAIN || 'www.modelscope.cn', 'MODELSCOPE_DOMAIN'),
    docker: 'https://registry-1.docker.io',
    ollama: 'https://registry.ollama.ai',
    aiHub: endpoint(env.GENIEX_AIHUBBASEURL || AI_HUB, 'GENIEX_AIHUBBASEURL'),
  }
  const client = new SourceClient({
    env,
    clock,
    privateAllowed,
    privateAdvice: ' The setting `pull_from_private` allows such sources.',
    trustedOrigins: Object.values(endpoints).map((address) => new URL(address).origin),
    userAgent: `trivet/${version}`,
  })
  return {
    client,
    clock,
    endpoints,
    huggingFaceAccess: huggingFaceAccess(env, tokenFile ?? null),
    aiHubRelease: env.GENIEX_AIHUBVERSION || null,
    chip,
  }
}

function endpoint(text: string, variable: string): string {
  const address = text.includes('://') ? text : `https://${text}`
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address.replace(/\/+$/, '')
  const reason = `${variable}: ${text} is no address that begins with https:// or http://.`
  throw new TrivetError('invalid_config', { reason })
}
