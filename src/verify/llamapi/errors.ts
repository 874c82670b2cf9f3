import type { Check, Requirement, Target } from '../check.ts'
import { CHAT } from '../conversation.ts'
import { must, Skip, told } from '../judge.ts'
import { PNG } from '../picture.ts'
import { errorSchema } from './schemas.ts'

const EMBEDDINGS = '/v1/embeddings'
const LOAD = '/v1/models/load'
const RESIZE = '/v1/models/resize'
const UNLOAD = '/v1/models/unload'

const messages = [{ role: 'user', content: 'Hello' }]
const absent = 'no/such-model'

interface Row {
  readonly name: string
  readonly path: string
  readonly body: (target: Target) => object
  readonly status: number
  /** Left out: any; the status says enough. */
  readonly code?: string
  readonly requires?: readonly Requirement[]
}

/** A chat of one content part. */
const part = (value: object) => (target: Target) => ({
  model: target.model,
  messages: [{ role: 'user', content: [value] }],
})
const image = (url: string) => part({ type: 'image_url', image_url: { url } })

const PICTURE = { type: 'image_url', image_url: { url: PNG } }
const SOUND = { type: 'input_audio', input_audio: { format: 'wav', data: 'UklGRiQAAABXQVZF' } }

const badPart = { path: CHAT, status: 400, code: 'invalid_content_part', requires: ['model'] } as const
const badType = { path: CHAT, status: 400, code: 'unsupported_content_part_type', requires: ['model'] } as const
const notThere = { status: 404, code: 'model_not_found' } as const
const wrongKind = { status: 400, code: 'wrong_model_type' } as const
const noPlatform = { path: LOAD, status: 400, code: 'platform_detection_failed' } as const

const ROWS: readonly Row[] = [
  { name: 'a chat with a model that is not there', path: CHAT, body: () => ({ model: absent, messages }), ...notThere },
  {
    name: 'embeddings of a model that is not there',
    path: EMBEDDINGS,
    body: () => ({ model: absent, input: 'a' }),
    ...notThere,
  },
  {
    name: 'another size of a model that is not there',
    path: RESIZE,
    body: () => ({ model_id: absent, instance_count: 1 }),
    ...notThere,
  },
  { name: 'the unload of a model that is not there', path: UNLOAD, body: () => ({ model_id: absent }), ...notThere },
  {
    name: 'a chat with an embedding model',
    path: CHAT,
    body: ({ embeddingModel }) => ({ model: embeddingModel, messages }),
    requires: ['embedding model'],
    ...wrongKind,
  },
  {
    name: 'embeddings of a chat model',
    path: EMBEDDINGS,
    body: ({ model }) => ({ model, input: 'a' }),
    requires: ['model'],
    ...wrongKind,
  },
  { name: 'a video', body: part({ type: 'video', video: {} }), ...badType },
  { name: 'a file', body: part({ type: 'file', file: {} }), ...badType },
  { name: 'a part of an unknown type', body: part({ type: 'smell' }), ...badType },
  { name: 'a part of text without one', body: part({ type: 'text' }), ...badPart },
  { name: 'an image without an address', body: part({ type: 'image_url' }), ...badPart },
  { name: 'an image on the web', body: image('https://example.org/a.png'), ...badPart },
  { name: 'an image on the web without TLS', body: image('http://example.org/a.png'), ...badPart },
  { name: 'an image of another format', body: image('data:image/tiff;base64,AAAA'), ...badPart },
  {
    name: 'a sound of another format',
    body: part({ type: 'input_audio', input_audio: { format: 'ogg', data: 'AAAA' } }),
    ...badPart,
  },
  { name: 'a sound without data', body: part({ type: 'input_audio', input_audio: { format: 'wav' } }), ...badPart },
  {
    name: 'a prompt beyond the context',
    path: CHAT,
    body: ({ model }) => ({ model, messages: [{ role: 'user', content: 'word '.repeat(200_000) }] }),
    status: 400,
    code: 'context_length_exceeded',
    requires: ['model'],
  },
  {
    name: 'a load of no instances',
    path: LOAD,
    body: () => ({ model_id: 'trivet-verify', model_path: '/', instance_count: 0 }),
    status: 400,
    code: 'invalid_instance_count',
  },
  {
    name: 'a size of no instances',
    path: RESIZE,
    body: ({ model }) => ({ model_id: model, instance_count: 0 }),
    status: 400,
    code: 'invalid_instance_count',
    requires: ['model'],
  },
  {
    name: 'a load under an id that is taken',
    path: LOAD,
    body: ({ model }) => ({ model_id: model, model_path: '/' }),
    status: 409,
    code: 'model_already_exists',
    requires: ['model'],
  },
  {
    name: 'a load from where there is nothing',
    body: () => ({ model_id: 'trivet-verify', model_path: '/no/such/folder' }),
    ...noPlatform,
  },
  {
    name: 'a load from a folder without a model',
    body: () => ({ model_id: 'trivet-verify', model_path: '/' }),
    ...noPlatform,
  },
  {
    name: 'a role that is none',
    path: CHAT,
    body: ({ model }) => ({ model, messages: [{ role: 'king' }] }),
    status: 400,
  },
]

const rows = ROWS.map(
  ({ name, path, body, status, code, requires = [] }): Check => ({
    name: `${name} is a ${status}${code === undefined ? '' : ` ${code}`}`,
    profiles: ['core'],
    requires,
    async run(target) {
      const { error } = told(await target.client.post(path, body(target)), status, errorSchema)
      must(error.type === 'invalid_request_error', `the type is ${error.type}`)
      must(code === undefined || error.code === code, `the code is ${error.code}`)
    },
  }),
)

export const errorChecks: readonly Check[] = [
  ...rows,
  {
    name: 'a model that is not there is not described',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { error } = told(await client.get(`/v1/models/${encodeURIComponent(absent)}`), 404, errorSchema)
      must(error.code === 'model_not_found', `the code is ${error.code}`)
    },
  },
  ...Object.entries({ 'an image': PICTURE, 'a sound': SOUND }).map(
    ([kind, value]): Check => ({
      name: `${kind} for a model that only reads is a 400 unsupported_content_part_type`,
      profiles: [],
      requires: ['model'],
      async run(target) {
        const answer = await target.client.post(CHAT, part(value)(target))
        if (answer.status === 200) throw new Skip('the model takes it')
        const { error } = told(answer, 400, errorSchema)
        must(error.code === 'unsupported_content_part_type', `the code is ${error.code}`)
      },
    }),
  ),
  {
    name: 'a count below zero is a request that can not be read, not a count of instances',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { status, json } = await client.post(LOAD, { model_id: 'x', model_path: '/', instance_count: -1 })
      must(status >= 400 && status < 500, `status ${status}`)
      must((json as Partial<{ error: { code: string } }>)?.error?.code !== 'invalid_instance_count', 'it is one')
    },
  },
]
