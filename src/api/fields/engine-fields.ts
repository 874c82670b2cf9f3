import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { Adapter, Speculation } from '../../core/task.ts'
import { SPECULATION_KINDS } from '../../core/task.ts'
import { type NamedFiles, NO_FILES } from './named-files.ts'

/** Fields that change how an answer is computed: with what LoRA adapter, and what guesses its tokens ahead. */
export const engineFields = {
  spec_type: z
    .string()
    .max(100)
    .nullish()
    .describe(
      `Guess tokens ahead and check them in one step; at temperature 0 the text stays the same. One of ${SPECULATION_KINDS.join(', ')}; ` +
        '`draft-mtp` needs a model that carries MTP layers. `none` or empty for none. Default: by the draft model that the model was loaded with, if any.',
    ),
  spec_draft_model: z
    .string()
    .max(1000)
    .nullish()
    .describe(
      'For `draft-simple`: the id of a small model with the same vocabulary, or its file beside a model served here. ' +
        'For `draft-eagle3`: likewise, of an EAGLE-3 draft made for this model.',
    ),
  spec_n_max: z
    .int()
    .min(1)
    .max(1024)
    .nullish()
    .describe('Tokens guessed at once at most; 62 where one answer runs alone, fewer beside others. Default 3.'),
  spec_n_min: z.int().min(0).max(1024).nullish().describe('A shorter guess is not worth checking. Default 0.'),
  spec_p_min: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe('A token that is guessed with less probability than this ends the guess. Default 0.'),
  lora_path: z
    .string()
    .min(1)
    .max(1000)
    .nullish()
    .describe('A LoRA adapter to answer with: a GGUF file in `adapter_folder`, with or without its `.gguf`.'),
  lora_alpha: z.number().min(-100).max(100).nullish().describe('Strength of `lora_path`. Default 1.'),
}

export type EngineFields = z.infer<z.ZodObject<typeof engineFields>>

const BOUNDS = ['spec_n_max', 'spec_n_min', 'spec_p_min'] as const

/** Bounds of guesses that nobody makes, unless a draft model does that was loaded with bounds of its own. */
export function boundsUnheeded(fields: EngineFields): readonly string[] {
  const by = fields.spec_type ?? fields.spec_draft_model
  return by && by !== 'none' ? [] : BOUNDS.filter((name) => typeof fields[name] === 'number')
}

/** How an answer is computed. */
export interface EngineWishes {
  readonly adapters: readonly Adapter[]
  /** `undefined`: as the model was loaded. */
  readonly speculation: Speculation | null | undefined
}

/** The default of the original's document. */
const DEFAULT_GUESS = 3

/** Throws `invalid_value` about a kind of speculation that isn't there, or a file that may not be named. */
export function decodeEngine(fields: EngineFields, files: NamedFiles = NO_FILES): EngineWishes {
  const { lora_path: path, lora_alpha: scale } = fields
  if (typeof scale === 'number' && !path) throw misfit('lora_alpha', 'is only allowed with `lora_path`')
  const adapters = path ? [{ path: files.adapter(path), scale: scale ?? 1 }] : []
  return { adapters, speculation: decodeSpeculation(fields, files) }
}

function decodeSpeculation(fields: EngineFields, files: NamedFiles): Speculation | null | undefined {
  const draft = fields.spec_draft_model || null
  const [most, least] = [fields.spec_n_max ?? DEFAULT_GUESS, fields.spec_n_min ?? 0]
  if (least > most) throw misfit('spec_n_min', `is ${least}, more than \`spec_n_max\`, which is ${most}`)
  const type = fields.spec_type ?? (draft === null ? undefined : 'draft-simple')
  if (type === undefined) return undefined
  if (type === '' || type === 'none') return null
  const kind = SPECULATION_KINDS.find((known) => known === type)
  if (kind === undefined) throw misfit('spec_type', `must be one of ${SPECULATION_KINDS.join(', ')} or none`)
  if (draft !== null && kind !== 'draft-simple' && kind !== 'draft-eagle3') {
    const complaint = `is only allowed with the \`spec_type\` draft-simple or draft-eagle3, not with ${kind}`
    throw misfit('spec_draft_model', complaint)
  }
  return {
    kind,
    ...(draft !== null && { draftModel: files.draft(draft) }),
    maxTokens: most,
    minTokens: least,
    minProbability: fields.spec_p_min ?? 0,
  }
}

function misfit(param: string, complaint: string): TrivetError {
  return new TrivetError('invalid_value', { reason: `\`${param}\` ${complaint}.` }, param)
}
