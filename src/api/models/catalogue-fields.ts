import { z } from 'zod'
import type { Capabilities } from '../../core/capability.ts'
import { MODEL_SOURCES, type StoredModel } from '../../models/catalogue/model.ts'
import type { ModelCapabilities } from '../../models/facts/facts.ts'
import { whisperStem } from '../../models/ids/file-names.ts'

/** What a model can do, as Ollama names it where it has a name. */
const CAPABILITIES = [
  'completion',
  'chat',
  'tools',
  'thinking',
  'vision',
  'audio',
  'transcription',
  'embedding',
  'rerank',
] as const

/** What its files say of a model, loaded or not. */
export const catalogueShape = {
  source: z
    .enum(MODEL_SOURCES)
    .nullable()
    .describe('Where it is kept; Trivet deletes only those of `trivet`. null: it was loaded by its path.'),
  aliases: z.array(z.string()).describe('Other names it is known by.'),
  pinned: z.boolean().describe('It is never unloaded for another.'),
  architecture: z.string().nullable().describe('As its file names it, such as `qwen3`.'),
  quantization: z.string().nullable().describe('How most of its weights are stored, such as `Q4_K_M`.'),
  capabilities: z.array(z.enum(CAPABILITIES)).nullable().describe('As far as its files tell; null: they do not.'),
  attachments: z.array(z.enum(['mmproj', 'draft'])).describe('Files that belong to it.'),
}

const catalogueSchema = z.object(catalogueShape)

/** @param loaded what the model can do, where it is loaded: that is known better than its files tell */
export function encodeCatalogue(
  stored: StoredModel | null,
  loaded: Capabilities | null = null,
): z.infer<typeof catalogueSchema> {
  const facts = stored?.facts ?? null
  const { mmproj, draft } = stored?.attachments ?? {}
  // Such models do nothing else, and are told by their names.
  const transcribes = loaded?.transcribe ?? (stored !== null && whisperStem(stored.path) !== null)
  return {
    source: stored?.source ?? null,
    aliases: [...(stored?.aliases ?? [])],
    pinned: stored?.pinned ?? false,
    architecture: facts?.architecture ?? null,
    quantization: facts?.quantization ?? null,
    capabilities: transcribes ? ['audio', 'transcription'] : facts && capabilityNames(facts.capabilities, loaded),
    attachments: [...(mmproj ? (['mmproj'] as const) : []), ...(draft ? (['draft'] as const) : [])],
  }
}

export function capabilityNames(told: ModelCapabilities, loaded: Capabilities | null): (typeof CAPABILITIES)[number][] {
  const senses = loaded && { vision: loaded.media.image, audio: loaded.media.audioRate !== null }
  const capabilities = { ...told, ...senses, transcription: loaded?.transcribe ?? false }
  return CAPABILITIES.filter((name) => capabilities[name === 'completion' ? 'generate' : name])
}
