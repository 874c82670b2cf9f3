import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import { writeWhole } from '../own/names.ts'
import { writing } from '../own/unwritable.ts'
import { readSmallJson } from '../sources/read-small.ts'

/** A model that is not here, under a name of the user's: where it comes from, and what it is to be. */
export const definitionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `org/repo` */
  source: z.string(),
  weightFormat: z.enum(['int4', 'int8', 'fp16']),
  backend: z.enum(['openvino-genai', 'openvino-embeddings', 'openvino-vlm']),
  device: z.string(),
  contextTokens: z.int(),
  outputTokens: z.int(),
  description: z.string().nullable(),
  trustRemoteCode: z.boolean(),
})

export type Definition = z.infer<typeof definitionSchema>

const fileSchema = z.object({ version: z.literal(1), models: z.array(definitionSchema) })

/** The models that users have registered. They outlive the server. */
export interface Definitions {
  find(id: string): Promise<Definition | null>
  /** In the order in which they came. */
  list(): Promise<readonly Definition[]>
  /** Rejects with `model_exists` when there is one of this id that says anything else, and with `store_unwritable`. */
  add(definition: Definition): Promise<'added' | 'there already'>
  /** All of them, or none: one of the same id says what the new one says. Rejects with `store_unwritable`. */
  put(definitions: readonly Definition[]): Promise<void>
}

/** Kept in a file. One that can't be understood is left as it is: `store_unwritable`. */
export function openDefinitions(path: string): Definitions {
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.catch(() => {}).then(work)
    turn = done
    return done
  }
  return {
    list: () => read(path),
    find: async (id) => (await read(path)).find((each) => each.id === id) ?? null,
    add: (definition) => inTurn(() => add(path, definition)),
    put: (definitions) =>
      inTurn(async () => {
        const replaced = new Set(definitions.map(({ id }) => id.toLowerCase()))
        const kept = (await read(path)).filter(({ id }) => !replaced.has(id.toLowerCase()))
        await write(path, [...kept, ...definitions])
      }),
  }
}

async function add(path: string, definition: Definition): Promise<'added' | 'there already'> {
  const models = await read(path)
  const same = models.find(({ id }) => id.toLowerCase() === definition.id.toLowerCase())
  if (same && JSON.stringify(same) !== JSON.stringify(definition)) {
    throw new TrivetError('model_exists', { model: definition.id }, 'model_id')
  }
  if (same) return 'there already'
  await write(path, [...models, definition])
  return 'added'
}

async function write(path: string, models: readonly Definition[]): Promise<void> {
  await writing(async () => {
    await mkdir(dirname(path), { recursive: true })
    await writeWhole(path, JSON.stringify({ version: 1, models }, null, 2))
  })
}

async function read(path: string): Promise<readonly Definition[]> {
  try {
    return fileSchema.parse(await readSmallJson(path)).models
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    const reason = `the file of registered models, ${path}, can not be understood. Mend it or take it away.`
    throw new TrivetError('store_unwritable', { reason }, null, { cause: error })
  }
}
