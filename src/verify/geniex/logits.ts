import type { z } from 'zod'
import type { Check, Target } from '../check.ts'
import { hasStatus, must, Skip, told } from '../judge.ts'
import { LOGITS } from './requests.ts'
import { errorSchema, logitsSchema } from './schemas.ts'

const IDS = [3, 4, 5, 6]

/** As much as two ways of computing the same in 32 bits may differ. */
const TOLERANCE = 0.05

async function logits({ client, model }: Target, fields: object = {}): Promise<z.infer<typeof logitsSchema>> {
  const answer = await client.post(LOGITS, { model, input_ids: IDS, ...fields })
  if (answer.status !== 200 && /logits/.test(answer.text)) throw new Skip('the model tells no logits')
  return told(answer, 200, logitsSchema)
}

const REFUSED: Readonly<Record<string, object>> = {
  'no ids': { input_ids: [] },
  'ids that are missing': { input_ids: undefined },
  'a negative top_n': { top_n: -1 },
}

export const logitsChecks: readonly Check[] = [
  {
    name: 'logits have a row for each id, the twenty largest in order unless told',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const { n_rows, rows, vocab_size, top_n } = await logits(target)
      must(n_rows === IDS.length && rows.length === IDS.length, `${rows.length} rows of ${n_rows}`)
      must(top_n === 20, `top_n ${top_n}`)
      for (const { token_ids = [], logits: values } of rows) {
        must(values.length === Math.min(20, vocab_size), `${values.length} logits in a row`)
        must(token_ids.length === values.length, 'not each has a token id')
        must(
          values.every((value, i) => i === 0 || value <= (values[i - 1] ?? 0)),
          'they are not in order',
        )
      }
    },
  },
  {
    name: 'top_n 0 is the whole vocabulary, without ids',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const { rows, vocab_size } = await logits(target, { top_n: 0, last_only: true })
      must(rows.length === 1, `${rows.length} rows`)
      must(rows[0]?.logits.length === vocab_size, `${rows[0]?.logits.length} logits of ${vocab_size}`)
      must(rows[0]?.token_ids === undefined, 'there are ids')
    },
  },
  {
    name: 'top_n tells how many are in a row, where more were asked for than there are',
    profiles: [],
    requires: ['model'],
    grade: 'should',
    async run(target) {
      const { vocab_size } = await logits(target, { last_only: true })
      const { top_n, rows } = await logits(target, { last_only: true, top_n: vocab_size + 1 })
      must(top_n === vocab_size && rows[0]?.logits.length === vocab_size, `top_n ${top_n} of ${vocab_size}`)
    },
  },
  {
    name: 'a row knows only what is before it',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const { rows } = await logits(target, { top_n: 0 })
      const cut = await logits(target, { top_n: 0, last_only: true, input_ids: IDS.slice(0, 2) })
      const [long, short] = [rows[1]?.logits ?? [], cut.rows[0]?.logits ?? []]
      must(
        long.every((value, i) => Math.abs(value - (short[i] ?? 0)) <= TOLERANCE),
        'what follows changes it',
      )
    },
  },
  ...Object.entries(REFUSED).map(
    ([kind, fields]): Check => ({
      name: `${kind} are a 400 for logits`.replace('top_n are', 'top_n is'),
      profiles: [],
      requires: ['model'],
      run: async ({ client, model }) =>
        void told(await client.post(LOGITS, { model, input_ids: IDS, ...fields }), 400, errorSchema),
    }),
  ),
  {
    name: 'an id outside the vocabulary is refused for logits',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const { vocab_size } = await logits(target)
      for (const id of [vocab_size, -1])
        hasStatus(await target.client.post(LOGITS, { model: target.model, input_ids: [id] }), 400, 500)
    },
  },
]
