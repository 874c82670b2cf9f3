import { z } from 'zod'
import { MAX_TOOLS } from '../fields/conversation-limits.ts'
import { toolName } from '../fields/tool-name.ts'
import { missing } from '../validation/refinements.ts'

const parameters = z.record(z.string(), z.unknown()).nullish().describe('JSON Schema of the arguments.')

/** A function, a custom tool, or any other kind, which is recognised by its type and no more. */
const tool = z
  .looseObject({
    type: z.string().min(1).max(100),
    name: z.string().min(1).max(200).nullish(),
    description: z.string().nullish(),
    parameters,
    strict: z.boolean().nullish(),
    format: z
      .looseObject({ type: z.string(), syntax: z.unknown().optional(), definition: z.unknown().optional() })
      .nullish()
      .describe(
        'Of a custom tool: `{"type":"text"}`, the default, or `{"type":"grammar","syntax","definition"}` with the syntax ' +
          '`lark` or `regex`: what is enforced of them, docs/tools-and-reasoning.md.',
      ),
    function: z
      .object({
        name: toolName,
        description: z.string().nullish(),
        parameters,
        strict: z.boolean().nullish(),
      })
      .nullish()
      .describe('The function in the form of chat completions.'),
  })
  .superRefine(({ type, name, function: nested }, { addIssue }) => {
    if ((type !== 'function' && type !== 'custom') || nested) return
    if (!name) addIssue({ code: 'custom', ...missing('name') })
    for (const { message } of toolName.safeParse(name).error?.issues ?? []) {
      addIssue({ code: 'custom', path: ['name'], message })
    }
  })
  .meta({ id: 'ResponseTool' })

export const toolsSchema = z.array(tool).max(1000)

export const toolChoiceSchema = z.union([
  z.enum(['auto', 'none', 'required']),
  z.looseObject({
    type: z.string().min(1).max(100),
    name: z.string().min(1).max(200).nullish(),
    function: z.object({ name: z.string().min(1).max(200) }).nullish(),
    mode: z.enum(['auto', 'required']).nullish(),
    tools: z
      .array(z.looseObject({ type: z.string(), name: z.string().nullish() }))
      .max(MAX_TOOLS)
      .nullish(),
  }),
])

export type ToolFields = z.infer<typeof tool>
export type ToolChoiceFields = z.infer<typeof toolChoiceSchema>
