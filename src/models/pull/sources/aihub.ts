import type { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { idPart } from '../../ids/id.ts'
import { PUBLIC } from '../download/remote-file.ts'
import type { PullPlan } from '../plan.ts'
import type { AiHubReference } from '../reference.ts'
import { chipsOf, chooseAsset, precisionOfAsset } from './aihub-asset.ts'
import { assetsSchema, manifestSchema, platformSchema } from './aihub-documents.ts'
import { probed, type Web } from './url.ts'

const INDEX_LIMIT_BYTES = 16 * 1024 * 1024

/** Taken where the hub doesn't say which release is its latest. */
const KNOWN_RELEASE = 'v0.57.0'

export interface AiHub extends Web {
  /** `https://…/qai-hub-models` */
  readonly endpoint: string
  readonly release: string | null
  chip(): string | null
}

/** A bundle of Qualcomm AI Hub: an archive for one chip, whose whole folder the qairt engine is given. */
export async function planAiHub(hub: AiHub, reference: AiHubReference, signal: AbortSignal): Promise<PullPlan> {
  const { name, precisions } = reference
  const subject = `qualcomm/${name}`
  const release = reference.revision ?? hub.release ?? (await latestRelease(hub, signal))
  const at = `${hub.endpoint}/releases/${encodeURIComponent(release)}`
  const { models } = await document(hub, `${at}/manifest.json`, manifestSchema, signal)
  const wanted = name.toLowerCase()
  const model = models.find(({ id, display_name: shown }) => [id, shown].some((each) => each.toLowerCase() === wanted))
  if (!model) throw invalid(`Qualcomm AI Hub has no model \`${name}\` in its release ${release}.`)
  const list = model.manifest_urls.release_assets
  if (list === '') {
    const reason = 'its license keeps Qualcomm from publishing its bundles. Pull a GGUF of the model instead.'
    throw new TrivetError('source_unusable', { source: subject, reason })
  }
  const { assets } = await document(hub, checked(hub, list), assetsSchema, signal)
  const platform = await document(hub, `${at}/platform.json`, platformSchema, signal)
  const chip = reference.chip ?? hub.chip()
  if (chip === null) {
    const there = chipsOf(assets, platform)
    throw invalid(`This machine has no chip of Qualcomm's. Name one: \`${subject}@CHIP\`, which is one of ${there}.`)
  }
  const asset = chooseAsset(assets, platform, { chip, precisions }, subject)
  const precision = precisionOfAsset(asset)
  const url = checked(hub, asset.download_url)
  const archive = await probed(hub, url, 'bundle.zip', signal)
  const variant = reference.chip === null ? '' : `@${reference.chip}`
  return {
    id: `qualcomm/${idPart(`${model.display_name || model.id}${variant}`)}${precision === null ? '' : `:${precision}`}`,
    source: url,
    revision: release,
    precision,
    entry: '.',
    files: [{ ...archive, role: 'other' }],
    packed: { unpackedBytes: asset.uncompressed_size ?? null },
  }
}

/** A bare `0.61.0` in a file of its own, which older releases of the hub don't have. */
async function latestRelease({ client, endpoint }: AiHub, signal: AbortSignal): Promise<string> {
  try {
    const { text } = await client.text({
      url: `${endpoint}/releases/latest.txt`,
      signal,
      tokenHint: null,
      limit: 1024,
      patience: 1,
    })
    const version = /^v?(\d+(?:\.\d+)+(?:[-+][\w.-]+)?)$/.exec(text.trim())?.[1]
    return version === undefined ? KNOWN_RELEASE : `v${version}`
  } catch {
    // Where the hub can't be reached, its manifest, asked for next, says so.
    signal.throwIfAborted()
    return KNOWN_RELEASE
  }
}

async function document<T>({ client }: AiHub, url: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  const { value } = await client.json({ url, signal, tokenHint: PUBLIC.hint, limit: INDEX_LIMIT_BYTES })
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new TrivetError('upstream_error', { url, reason: 'answered with something that is no list of AI Hub.' })
}

/** An address that a document names. One that is encrypted leads to none that isn't. */
function checked({ endpoint }: AiHub, address: string): string {
  const url = URL.canParse(address, `${endpoint}/`) ? new URL(address, `${endpoint}/`) : null
  if (url !== null && (url.protocol === 'https:' || url.protocol === new URL(endpoint).protocol)) return url.href
  throw new TrivetError('source_refused', { source: address.slice(0, 200), reason: 'AI Hub names it, unencrypted.' })
}

function invalid(reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason }, 'model')
}
