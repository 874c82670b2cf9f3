import { isIP } from 'node:net'
import { z } from 'zod'
import { NAMED_CHIPS } from '../core/chips.ts'
import { COMPUTE_FORMS, parseCompute } from '../core/compute/read.ts'
import { DIALECTS } from '../core/dialects.ts'
import { FOREIGN_STORES } from '../core/model-stores.ts'
import { AUTO_DRAFT, KV_TYPES, LOAD_MODES, MOST_SLOTS, NO_FILE, POOLINGS, SPLIT_MODES } from '../core/placement.ts'
import { PLATFORM_NAMES, type PlatformName } from '../core/platforms.ts'
import { CONTRACTS } from '../core/products.ts'

/** Relative to the folder of the file it stands in, or to the working folder. */
const path = z.string().min(1).meta({ format: 'path' })

/** `*`, or a scheme with a host and nothing after it. */
function isOrigin(text: string): boolean {
  return text === '*' || (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/i.test(text) && URL.canParse(text))
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...more] = text.split('/')
  if (text === 'loopback') return true
  return (
    more.length === 0 &&
    isIP(address) !== 0 &&
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) <= (isIP(address) === 4 ? 32 : 128)
  )
}

/** Labels of up to 63 letters, digits, hyphens and, as in the names of containers, underscores. */
const HOST_NAME = /^\w([\w-]{0,61}\w)?(\.\w([\w-]{0,61}\w)?)*\.?$/

/** What is written like an address has to be one. */
function isHost(text: string): boolean {
  return isIP(text.replace(/%.*$/, '')) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text))
}

function isHostPattern(text: string): boolean {
  return isHost(text.replace(/^\*\./, ''))
}

const rate = z.int().min(0).default(0)

/** What may be wished for one model, or for all of them: see `Placement`. */
const placementSchema = z.strictObject({
  context: z.int().min(2).describe('Tokens one request may span, prompt and answer together').optional(),
  slots: z.int().min(1).max(MOST_SLOTS).describe('Requests decoded together').optional(),
  threads: z.int().min(1).max(1024).describe('Compute threads').optional(),
  gpu_layers: z.int().min(-1).describe('Layers kept on an accelerator; -1 is all of them').optional(),
  compute: z
    .string()
    .refine((text) => parseCompute(text) !== null, { error: `must be ${COMPUTE_FORMS}` })
    .describe('What computes: auto, cpu, gpu, npu, hybrid, or several in order of preference')
    .optional(),
  deterministic: z.boolean().describe('Same request, same text, in any company, but slower').optional(),
  kv_type: z.enum(KV_TYPES).describe('Numbers in the KV cache').optional(),
  flash_attention: z.enum(['auto', 'on', 'off']).describe('Flash attention').optional(),
  load_mode: z.enum(LOAD_MODES).describe('How weights come into memory').optional(),
  split_mode: z.enum(SPLIT_MODES).describe('How several accelerators share a model').optional(),
  main_gpu: z.int().min(0).describe('The accelerator that takes all of a model that is not split').optional(),
  tensor_split: z.array(z.number().min(0)).min(1).describe('Shares of the model for each accelerator').optional(),
})

const fraction = z.number().min(0).max(1)
const penalty = z.number().min(-2).max(2)

/** Fields of requests, by the names that they have there. */
const defaultsSchema = z.strictObject({
  temperature: z.number().min(0).max(2).describe('Randomness').optional(),
  top_p: fraction.describe('Probability that the likeliest tokens have together').optional(),
  top_k: z.int().min(0).describe('Likeliest tokens that are sampled from').optional(),
  repeat_penalty: z.number().min(0.01).max(10).describe('Divides the logits of tokens seen before').optional(),
  frequency_penalty: penalty.describe('Taken for each time a token was generated').optional(),
  presence_penalty: penalty.describe('Taken once for a token that was generated').optional(),
  max_tokens: z.int().min(1).describe('Tokens an answer has at most').optional(),
  stop: z.array(z.string().min(1)).min(1).max(16).describe('Texts that end an answer').optional(),
  enable_thinking: z.boolean().describe('Whether to think').optional(),
})

const modelSchema = z.strictObject({
  path: path.describe('Model file or folder'),
  id: z.string().min(1).optional().describe("Name in the APIs; the file's name when left out"),
  platform: z
    .enum(PLATFORM_NAMES as [PlatformName, ...PlatformName[]])
    .optional()
    .describe('Runtime to run it, where its files would do for several; left out, the first that is here'),
  draft_model: path
    .meta({ format: 'path', keyword: AUTO_DRAFT })
    .optional()
    .describe('Small model that guesses the tokens of every answer ahead; `auto`: the draft that lies beside it'),
  mmproj: path
    .meta({ format: 'path', keyword: NO_FILE })
    .optional()
    .describe('Encoder of images or sounds; left out, the one that lies beside it; `none`: it reads text only'),
  pooling: z.enum(POOLINGS).optional().describe("How a text's vectors become one; makes an embedder of any model"),
  chat_template: path.optional().describe("Jinja file to use instead of the model's own chat template"),
  keep_alive: z
    .number()
    .min(-1)
    .describe('Seconds it stays loaded with nothing to do; -1, unless said, is for good')
    .optional(),
  instances: z.int().min(1).max(64).optional().describe('Instances loaded of it, each with all its memory'),
  queue_capacity: z.int().min(0).optional().describe('Requests that may wait for it'),
  with_upstreams: z
    .boolean()
    .optional()
    .describe('Have `upstreams` that list a model of this name answer beside this machine'),
  preload: z
    .boolean()
    .optional()
    .describe('Load it when the server starts; left out, if it is the only one, or the contract is LlamaPi'),
  defaults: defaultsSchema.optional().describe('What requests that leave these fields out are given'),
  ...placementSchema.shape,
})

/**
 * The settings, as `trivet.yaml` spells them: the single source of names, types, ranges and defaults. A flag's name and
 * an environment variable's name follow from the key (`queue_capacity`, `--queue-capacity`, `TRIVET_QUEUE_CAPACITY`).
 */
export const settingsSchema = z.strictObject({
  host: z
    .string()
    .refine(isHost, 'must be an address or the name of a host')
    .default('127.0.0.1')
    .describe('Address to listen on'),
  port: z
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe("Port to listen on; 0 takes a free one; left out, 8420 or the contract's usual one"),
  contract: z
    .enum(CONTRACTS)
    .default('unified')
    .describe('Whose server this is at the root: its routes, errors and port'),
  auth: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe('auto: keys are wanted as soon as there is one; required: always; off: never'),
  key_file: path.optional().describe('File of keys that may do everything, one a line'),
  allowed_hosts: z
    .array(
      z
        .string()
        .refine(
          (text) => text === '*' || isHostPattern(text),
          'must be a host such as box.lan or *.example.org, without a port, or *',
        ),
    )
    .optional()
    .describe('Further names of this server; *.example.org, or *'),
  cors_origins: z
    .array(z.string().refine(isOrigin, 'must be an origin such as https://app.example, or *'))
    .optional()
    .describe('Sites whose pages may ask this server; *, all'),
  trusted_proxies: z
    .array(z.string().refine(isNetwork, 'must be an address, a network such as 10.0.0.0/8, or loopback'))
    .optional()
    .describe('Proxies whose word on the client counts'),
  tls: z
    .strictObject({
      cert: path.optional().describe('Certificate in PEM, with those that vouch for it'),
      key: path.optional().describe('Its key in PEM'),
    })
    .refine(({ cert, key }) => (cert === undefined) === (key === undefined), 'needs both `cert` and `key`')
    .prefault({}),
  rate_limit: z
    .strictObject({
      address_requests: rate.describe('Requests a minute from one address; 0 is no limit'),
      address_tokens: rate.describe('Tokens a minute for one address; 0 is no limit'),
      key_requests: rate.describe('Requests a minute with one key that has no limit of its own; 0 is no limit'),
      key_tokens: rate.describe('Tokens a minute with one key that has no limit of its own; 0 is no limit'),
    })
    .prefault({}),
  redis: z
    .strictObject({
      url: z
        .url({ protocol: /^rediss?$/, error: 'must be a URL such as redis://valkey:6379, or rediss:// for TLS' })
        .optional()
        .describe('A Valkey or Redis server through which several Trivets share keys, counters and limits'),
      prefix: z.string().min(1).default('trivet:').describe('How the names of all that is kept there begin'),
      authority: path.optional().describe('PEM file of the authority that signed its certificate'),
    })
    .prefault({}),
  models: z.array(modelSchema).default([]).describe('Models to serve'),
  model_folders: z.array(path).optional().describe('Folders whose model files are served too'),
  model_stores: z
    .array(z.enum([...FOREIGN_STORES, 'none']))
    .optional()
    .describe('Programs whose models are served too; left out, all of them, unless `models` are given'),
  ...placementSchema.shape,
  defaults: defaultsSchema.prefault({}),
  queue_capacity: z.int().min(0).optional().describe('Requests that may wait for each model'),
  keep_alive: z
    .number()
    .min(-1)
    .default(300)
    .describe('Seconds a model that is loaded on demand stays with nothing to do; -1 is for good'),
  memory_budget: z
    .int()
    .min(0)
    .optional()
    .describe('Bytes that all models may take together; left out, what the machine has'),
  body_limit: z
    .int()
    .min(1024)
    .default(64 * 1024 * 1024)
    .describe('Bytes of a request body at most'),
  log_level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  drain_timeout: z.number().min(0).default(30).describe('Seconds running requests get to finish at shutdown'),
  stream_heartbeat: z.number().min(0.1).default(15).describe('Seconds of silence before a stream says it is alive'),
  engine_heartbeat: z.number().min(3).default(30).describe('Seconds of silence before an engine counts as hung'),
  pull_from_private: z
    .boolean()
    .optional()
    .describe('Pull from private addresses, and from files of this machine, for whoever asks'),
  grammar_folder: path.optional().describe('Folder of the grammars that requests may name'),
  adapter_folder: path.optional().describe('Folder of the LoRA adapters that requests may name'),
  media_folders: z.array(path).optional().describe('Folders whose images and sounds requests may name'),
  media_hosts: z
    .array(z.string().refine(isHostPattern, 'must be a host such as images.example.com or *.example.com, no URL'))
    .optional()
    .describe('Hosts that requests may have images and sounds fetched from, such as *.example.com'),
  chats: z.enum(['keep', 'off']).default('keep').describe('Whether conversations of the web page are kept here'),
  chats_max_bytes: z
    .int()
    .min(0)
    .default(2 ** 30)
    .describe('Bytes that the conversations of one key take at most; nothing is deleted to make room'),
  first_benchmark: z
    .enum(['idle', 'off'])
    .default('idle')
    .describe('Whether a model that was loaded for the first time here is measured when nobody asks for anything'),
  responses: z
    .strictObject({
      max_count: z.int().min(0).default(10_000).describe('Stored responses at most; the oldest go first'),
      max_days: z.number().min(0).default(30).describe('Days a stored response is kept at most'),
      max_bytes: z
        .int()
        .min(0)
        .default(256 * 1024 * 1024)
        .describe('Bytes that stored responses take at most'),
    })
    .prefault({}),
  inspector: z
    .strictObject({
      requests: z
        .int()
        .min(0)
        .max(1000)
        .default(0)
        .describe('Last requests whose prompts and answers are kept in memory, for whoever may see everything'),
    })
    .prefault({}),
  hardware: z
    .strictObject({
      chip: z
        .enum(NAMED_CHIPS as [string, ...string[]])
        .optional()
        .describe("What is here, where the machine's files don't tell, as in a container"),
    })
    .prefault({}),
  upstreams: z
    .array(
      z.strictObject({
        url: z
          .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
          .describe('The API of another server, such as http://gpu1:8000/v1'),
        models: z.array(z.string().min(1)).optional().describe('Its models to serve; left out, all that it lists'),
        key_env: z.string().min(1).optional().describe('Environment variable that holds its key'),
        dialect: z.enum(DIALECTS).optional().describe('What it is; left out, as its list of models shows'),
        vision: z
          .boolean()
          .optional()
          .describe('Whether its models see images; left out, as its list or their names show'),
        slots: z.int().min(1).max(4096).default(64).describe('Requests given to it at once'),
        authority: path.optional().describe('PEM file of the authority that signed its certificate'),
        patience: z.number().min(1).default(600).describe('Seconds it may be silent while it works on an answer'),
      }),
    )
    .optional()
    .describe('Other servers whose models are served here too'),
  llama_cpp: z
    .strictObject({
      library_path: path.optional().describe("Folder of the user's own llama.cpp build"),
    })
    .prefault({}),
  rkllm: z
    .strictObject({
      library_path: path.optional().describe('`librkllmrt.so`, or its folder'),
      runtime_version: z
        .string()
        .regex(/^\d+\.\d+\.\d+$/, { message: 'must be a version such as 1.3.0' })
        .optional()
        .describe('Of a runtime that does not tell it'),
    })
    .prefault({}),
  rknn2: z
    .strictObject({
      library_path: path.optional().describe('`librknnrt.so`, or its folder'),
    })
    .prefault({}),
  rknn3: z
    .strictObject({
      server_path: path.optional().describe('`rkllm3-server`, or its folder'),
    })
    .prefault({}),
  qairt: z
    .strictObject({
      library_path: path.optional().describe('`libGenie.so`, or its folder'),
      server_path: path.optional().describe('`geniex`, or its folder, to be used instead of the library'),
    })
    .prefault({}),
  openvino: z
    .strictObject({
      package_path: path.optional().describe('Folder that `openvino-genai-node` is installed in'),
      server_path: path.optional().describe('`ovms`, or its folder, to be used instead of the package'),
    })
    .prefault({}),
  whisper: z
    .strictObject({
      library_path: path.optional().describe('Libwhisper, or its folder'),
    })
    .prefault({}),
  onnx: z
    .strictObject({
      package_path: path.optional().describe('Folder that `onnxruntime-node` or `onnxruntime-web` is installed in'),
    })
    .prefault({}),
})

export type Settings = z.output<typeof settingsSchema>
export type PlacementSettings = z.output<typeof placementSchema>
export type DefaultParams = z.output<typeof defaultsSchema>
export type ModelSettings = z.output<typeof modelSchema>

/** The part of a JSON Schema that layers and messages look at. */
export interface Shape {
  readonly type?: string
  readonly format?: string
  /** A word that is no path. */
  readonly keyword?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** The schema as plain data, so that key names and types can be walked. */
export const settingsShape = z.toJSONSchema(settingsSchema, { io: 'input' }) as Shape
