import { z } from 'zod'
import type { Parameter } from '../../../core/capability.ts'
import { NEUTRAL_SAMPLING, type Sampling } from '../../../core/sampling.ts'

/** Ending of a script's file name. */
export const SCRIPT_SUFFIX = '.script.json'

export const PARAMETERS: [Parameter, ...Parameter[]] = [
  'maxTokens',
  'constraint',
  ...(Object.keys(NEUTRAL_SAMPLING) as (keyof Sampling)[]),
]

/** What any step may do. A step waits first, then does what else it names, in the order written here. */
const common = {
  delayMs: z.number().min(0).optional(),
  /** Waits until this file exists; relative to the script. Makes an order certain where a delay makes it likely. */
  waitFor: z.string().min(1).optional(),
  /** A line on stderr, as native code logs. */
  log: z.string().optional(),
  /** Share of the model loaded, or of the prompt processed. */
  progress: z.number().min(0).max(1).optional(),
}

const endings = {
  /** Ends the process: by a signal's name, or with an exit code. */
  crash: z.union([z.string().regex(/^SIG[A-Z0-9]+$/), z.int().min(0).max(255)]).optional(),
  /** Blocks the whole process for good, heartbeats included, as a native call that never returns does. */
  hang: z.literal(true).optional(),
}

const loadStep = z.strictObject({ ...common, fail: z.string().optional(), ...endings })

const replyStep = z.strictObject({
  ...common,
  text: z.string().optional(),
  /** Tokens that `text` is made of. */
  tokens: z.int().min(1).default(1),
  /** How often `text` is said, with the step's delay before each. */
  repeat: z.int().min(1).default(1),
  error: z.string().optional(),
  ...endings,
})

const reply = z.strictObject({
  /** Said to prompts that contain this; without it, to every prompt. The first reply that fits is taken. */
  when: z.string().optional(),
  steps: z.array(replyStep),
})

const modelFacts = z.strictObject({
  chatTemplate: z.string().nullable().default(null),
  bosToken: z.string().default(''),
  eosToken: z.string().default(''),
  addsBos: z.boolean().default(false),
  description: z.string().default('scripted'),
  parameters: z.int().min(0).default(0),
  vocabularyTokens: z.int().min(1).default(256),
})

/** A `*.script.json` file: everything the scripted engine will do, step by step. */
export const scriptSchema = z.strictObject({
  contextTokens: z.int().min(1).default(4096),
  /** Numbers in an embedding; null: it makes none. */
  embeddingSize: z.int().min(1).nullable().default(null),
  logits: z.boolean().default(false),
  /** Parameters to declare as refused; the others are declared as enforced. */
  refuses: z.array(z.enum(PARAMETERS)).default([]),
  model: modelFacts.prefault({}),
  load: z.array(loadStep).default([]),
  replies: z.array(reply),
})

/** A script as written; what is left out has a default. */
export type ScriptSource = z.input<typeof scriptSchema>
export type Script = z.output<typeof scriptSchema>
export type LoadStep = Script['load'][number]
export type Reply = Script['replies'][number]
export type ReplyStep = Reply['steps'][number]

/** Throws an Error whose message says, in words, what is wrong with the file. */
export function parseScript(text: string): Script {
  const parsed = scriptSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new Error(`not a script:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`not JSON: ${error instanceof Error ? error.message : error}`)
  }
}
