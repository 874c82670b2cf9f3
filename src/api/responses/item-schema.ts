import { z } from 'zod'
import { MAX_PARTS } from '../fields/conversation-limits.ts'
import { DETAIL, SOURCE } from '../fields/media-fields.ts'
import type { IssueMark } from '../validation/refinements.ts'

const id = z.string().min(1).max(200).nullish()
const status = z.string().nullish()

const inputText = z.object({
  type: z.literal('input_text'),
  text: z.string(),
  prompt_cache_breakpoint: z.unknown().optional(),
})
const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.unknown().optional(),
  logprobs: z.unknown().optional(),
})
const refusal = z.object({ type: z.literal('refusal'), refusal: z.string() })

/** Refused before anything is missed that it would stand for. */
const fileId = z
  .unknown()
  .refine((value) => value === undefined || value === null, {
    params: {
      row: 'invalid_content_part',
      details: { reason: 'is not supported: no files are kept here. Send the content itself, an image as `image_url`' },
    } satisfies IssueMark,
  })
  .describe('Refused unless null: no files are kept here.')

const inputImage = z.object({
  type: z.literal('input_image'),
  file_id: fileId.optional(),
  image_url: z.string().min(1).describe(SOURCE),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullish().describe(DETAIL),
})
const inputAudio = z.object({
  type: z.literal('input_audio'),
  input_audio: z.object({ data: z.string().min(1).describe(SOURCE), format: z.enum(['wav', 'mp3']).nullish() }),
})

/** Understood well enough to be refused in words. */
const inputFile = z.looseObject({ type: z.literal('input_file'), file_id: fileId.optional() })

const part = z.discriminatedUnion('type', [inputText, outputText, refusal, inputImage, inputFile, inputAudio])
const parts = z.array(part).max(MAX_PARTS)

const message = z
  .object({
    type: z.literal('message').optional(),
    id,
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: z.union([z.string(), parts]),
    status,
    phase: z.unknown().optional(),
  })
  .meta({ id: 'ResponseInputMessage' })

const functionCall = z.object({
  type: z.literal('function_call'),
  id,
  call_id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  arguments: z.string().describe('JSON text.'),
  status,
})

const functionCallOutput = z.object({
  type: z.literal('function_call_output'),
  id,
  call_id: z.string().min(1).max(200),
  output: z.union([z.string(), parts]),
  status,
})

const customCall = z.object({
  type: z.literal('custom_tool_call'),
  id,
  call_id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  input: z.string(),
  status,
})

const customCallOutput = functionCallOutput.extend({ type: z.literal('custom_tool_call_output') })

const reasoning = z.object({
  type: z.literal('reasoning'),
  id,
  summary: z
    .array(z.object({ type: z.literal('summary_text'), text: z.string() }))
    .max(MAX_PARTS)
    .nullish(),
  content: z
    .array(z.object({ type: z.literal('reasoning_text'), text: z.string() }))
    .max(MAX_PARTS)
    .nullish(),
  encrypted_content: z.string().nullish(),
  status,
})

const compaction = z
  .object({ type: z.literal('compaction'), id, encrypted_content: z.string() })
  .meta({ description: 'Made by POST /v1/responses/compact.' })

const itemReference = z
  .object({ type: z.literal('item_reference'), id: z.string().min(1).max(200) })
  .meta({ description: 'An item of a stored response.' })

const item = z
  .discriminatedUnion('type', [
    message,
    functionCall,
    functionCallOutput,
    customCall,
    customCallOutput,
    reasoning,
    compaction,
    itemReference,
  ])
  .meta({ id: 'ResponseInputItem' })

export const itemsSchema = z.array(item).max(4096)

export const inputSchema = z.union([z.string(), itemsSchema])

export type InputFields = z.infer<typeof inputSchema>
export type ItemFields = z.infer<typeof item>
export type PartFields = z.infer<typeof part>
