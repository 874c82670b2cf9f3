import { TrivetError } from '../../core/errors.ts'
import { parseModelId, plainModelId } from '../ids/id.ts'

/** Where a model can be pulled from. */
export const HUBS = ['huggingface', 'modelscope', 'docker', 'ollama', 'aihub', 'url', 'disk'] as const
export type Hub = (typeof HUBS)[number]

/** What is to be pulled, understood. */
export type Reference = RepositoryReference | RegistryReference | UrlReference | DiskReference | AiHubReference

export interface RepositoryReference {
  readonly hub: 'huggingface' | 'modelscope'
  /** `org/repo` */
  readonly repository: string
  /** Branch, tag or commit; null: the main one. */
  readonly revision: string | null
  /** The first of them that is there is meant; none: the preferred one of those there are. */
  readonly precisions: readonly string[]
  /** A file's path in the repository; null: chosen by precision. */
  readonly file: string | null
}

export interface RegistryReference {
  readonly hub: 'docker' | 'ollama'
  /** `ai/gemma3`; Ollama's own are `library/…`. */
  readonly repository: string
  readonly tag: string
}

export interface UrlReference {
  readonly hub: 'url'
  readonly url: string
}

export interface DiskReference {
  readonly hub: 'disk'
  readonly path: string
  readonly precisions: readonly string[]
}

export interface AiHubReference {
  readonly hub: 'aihub'
  /** As AI Hub shows it, or its id there: `Qwen3-4B`, `qwen3_4b`. */
  readonly name: string
  /** The chip that it is to run on, by any name that AI Hub has for it; null: this machine's. */
  readonly chip: string | null
  /** The release; null: the latest. */
  readonly revision: string | null
  /** The first of them that is there is meant; none: any. */
  readonly precisions: readonly string[]
}

/** Names of hubs as GenieX and others spell them. */
const SPELLINGS: Readonly<Record<string, Hub>> = {
  hf: 'huggingface',
  dockerhub: 'docker',
  ms: 'modelscope',
  localfs: 'disk',
  local: 'disk',
  file: 'disk',
}

const HF_HOSTS = ['huggingface.co', 'hf.co', 'www.huggingface.co']
const MODELSCOPE_HOSTS = ['modelscope.cn', 'www.modelscope.cn']
const DOCKER_PREFIX = /^(?:docker\.io|index\.docker\.io|registry-1\.docker\.io|(?:https?:\/\/)?hub\.docker\.com\/r)\//i
const OLLAMA_PREFIX = /^(?:ollama:\/\/|(?:https?:\/\/)?(?:www\.)?(?:ollama\.com|registry\.ollama\.ai)\/)/i
const SCHEMES: readonly (readonly [prefix: RegExp, hub: Hub])[] = [
  [/^(?:hf|huggingface):\/\//i, 'huggingface'],
  [/^(?:ms|modelscope):\/\//i, 'modelscope'],
]

/** A hub by any of its names. Throws `invalid_value` about `param`. */
export function readHub(name: string, param: string): Hub {
  const lower = name.trim().toLowerCase()
  const hub = SPELLINGS[lower] ?? HUBS.find((each) => each === lower)
  if (hub) return hub
  throw new TrivetError('invalid_value', { reason: `\`${param}\` must be one of ${HUBS.join(', ')}.` }, param)
}

/** What a name means, at this hub if one is given. Throws `invalid_value` about `model`. */
export function readReference(written: string, hub: Hub | null = null): Reference {
  const text = written.trim()
  if (text === '' || text.length > 2000 || /\p{Cc}/u.test(text)) throw unreadable(text, 'is no name of a model')
  if (hub === 'disk' || (hub === null && isPath(text))) return diskReference(text)
  if (hub === 'docker' || (hub === null && DOCKER_PREFIX.test(text))) return dockerReference(text)
  if (hub === 'ollama' || (hub === null && OLLAMA_PREFIX.test(text))) return ollamaReference(text)
  if (hub === 'url') return urlReference(text)
  for (const [prefix, named] of SCHEMES) {
    if (prefix.test(text)) return repositoryReference(text.replace(prefix, ''), hub ?? named)
  }
  const url = webAddress(text)
  if (url) return addressReference(url, text, hub)
  if (hub === null && /^(?:qualcomm|ai-hub-models)\//i.test(text)) return aiHubReference(text)
  return repositoryReference(text, hub ?? 'huggingface')
}

function addressReference(url: URL, text: string, hub: Hub | null): Reference {
  const path = url.pathname.slice(1)
  if (HF_HOSTS.includes(url.hostname)) return hubAddress(path, hub ?? 'huggingface')
  if (MODELSCOPE_HOSTS.includes(url.hostname)) return hubAddress(path.replace(/^models\//, ''), hub ?? 'modelscope')
  if (hub !== null) throw unreadable(text, `is no address of ${hub}`)
  return urlReference(text)
}

/** `org/repo[:Q4_0]`, `org/repo/tree/REVISION`, `org/repo/resolve/REVISION/FILE` and what else a browser shows. */
function hubAddress(path: string, hub: Hub): Reference {
  const parts = decoded(path).replace(/\/$/, '').split('/')
  const [org = '', repo = '', kind, revision, ...file] = parts
  if (kind === undefined) return repositoryReference(`${org}/${repo}`, hub)
  const named = { ...repositoryReference(`${org}/${repo}`, hub) } as RepositoryReference
  if (kind === 'tree' && revision) return { ...named, revision }
  if ((kind === 'resolve' || kind === 'blob') && revision && file.length > 0) {
    return { ...named, revision, file: file.join('/') }
  }
  throw unreadable(path, 'is no address of a model or of a file of one')
}

function repositoryReference(text: string, hub: Hub): RepositoryReference | AiHubReference {
  if (hub === 'aihub') return aiHubReference(text)
  if (hub !== 'huggingface' && hub !== 'modelscope') throw unreadable(text, `is nothing that ${hub} has`)
  const { name, precision } = parseModelId(plainModelId(text))
  const parts = name.split('/')
  const sound = parts.length === 2 && parts.every((part) => /^[\w.-]{1,96}$/.test(part) && !/^\.+$/.test(part))
  if (!sound) throw unreadable(text, 'is no `organisation/repository`')
  return { hub, repository: name, revision: null, precisions: precision ? [precision] : [], file: null }
}

/** `qualcomm/Qwen3-4B[@CHIP][:W4A16]` */
function aiHubReference(text: string): AiHubReference {
  const { name: written, precision } = parseModelId(plainModelId(text).replace(/^qualcomm\//i, ''))
  const [name = '', chip = null, ...more] = written.split('@')
  const sound = /^[\w.+-]{1,96}$/.test(name) && (chip === null || /^[\w .+-]{1,96}$/.test(chip)) && more.length === 0
  if (!sound) throw unreadable(text, 'is no `qualcomm/name[@CHIP][:PRECISION]` of Qualcomm AI Hub')
  return { hub: 'aihub', name, chip, revision: null, precisions: precision ? [precision] : [] }
}

function dockerReference(text: string): RegistryReference {
  const written = text.replace(DOCKER_PREFIX, '').replace(/\/$/, '')
  if (!parseModelId(written).name.includes('/')) throw unreadable(text, 'is no `namespace/name[:tag]` of Docker Hub')
  return registryReference('docker', written, text)
}

function ollamaReference(text: string): RegistryReference {
  const written = text.replace(OLLAMA_PREFIX, '').replace(/\/$/, '')
  return registryReference('ollama', written.includes('/') ? written : `library/${written}`, text)
}

/** Names and tags as the OCI distribution specification has them; Ollama's names may have capitals too. */
function registryReference(hub: RegistryReference['hub'], written: string, text: string): RegistryReference {
  const { name, precision } = parseModelId(written)
  const flags = hub === 'ollama' ? 'i' : ''
  const part = '[a-z0-9]+(?:[._-]+[a-z0-9]+)*'
  const sound = new RegExp(`^${part}(?:/${part})+$`, flags).test(name) && name.split('/').length <= 3
  if (!sound) throw unreadable(text, `is no name that ${hub} could have`)
  const tag = precision || 'latest'
  if (!/^\w[\w.-]{0,127}$/.test(tag)) throw unreadable(text, `has no tag that ${hub} could have`)
  return { hub, repository: name, tag }
}

function urlReference(text: string): UrlReference {
  const url = webAddress(text)
  if (!url) throw unreadable(text, 'is no address that begins with https:// or http://')
  if (url.username || url.password)
    throw unreadable(url.origin, 'has a password in it, which would be kept with the model')
  decoded(url.pathname)
  return { hub: 'url', url: url.href }
}

function diskReference(text: string): DiskReference {
  return { hub: 'disk', path: text.replace(/^file:\/\//i, ''), precisions: [] }
}

/** A path as its writer meant it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw unreadable(path, 'has a `%` that stands for nothing')
  }
}

function webAddress(text: string): URL | null {
  const withScheme = /^(?:www\.)?(?:huggingface\.co|hf\.co|modelscope\.cn)\//i.test(text) ? `https://${text}` : text
  if (!/^https?:\/\//i.test(withScheme) || !URL.canParse(withScheme)) return null
  return new URL(withScheme)
}

/** As a shell would see it: what is only a name is never one. */
function isPath(text: string): boolean {
  return /^(?:\/|\.{1,2}(?:[/\\]|$)|~[/\\]|[a-z]:[/\\]|\\\\|file:\/\/)/i.test(text)
}

function unreadable(text: string, why: string): TrivetError {
  const reason = `${JSON.stringify(text.slice(0, 100))} ${why}. Name \`organisation/repository[:PRECISION]\`, a URL of a GGUF file, or docker.io/namespace/name[:tag].`
  return new TrivetError('invalid_value', { reason }, 'model')
}
