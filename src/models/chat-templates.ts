import { dirname, join } from 'node:path'

/** Jinja sources of a model's chat templates; `null` where there is none. */
export interface ChatTemplates {
  readonly chatTemplate: string | null
  /** For requests with tools, where it is another one (`tool_use`). */
  readonly toolTemplate: string | null
}

/** The file system as finding templates sees it. */
export interface TemplateFiles {
  /** A file's text; `null` when there is no such file. */
  read(path: string): string | null
  isFolder(path: string): boolean
}

/**
 * The templates that lie with a model, in its folder or beside its file, as Hugging Face lays them out: files of their
 * own before `tokenizer_config.json`.
 */
export function chatTemplatesBeside(modelPath: string, files: TemplateFiles): ChatTemplates {
  const folder = files.isFolder(modelPath) ? modelPath : dirname(modelPath)
  const read = (name: string) => files.read(join(folder, name))
  const configured = fromTokenizerConfig(read('tokenizer_config.json'))
  return {
    chatTemplate: read('chat_template.jinja') ?? configured.get('default') ?? null,
    toolTemplate: read('additional_chat_templates/tool_use.jinja') ?? configured.get('tool_use') ?? null,
  }
}

/** `chat_template` is one template, or a list of named ones. A file that is no such thing has none. */
function fromTokenizerConfig(json: string | null): ReadonlyMap<string, string> {
  const given = json === null ? undefined : (parsed(json) as { chat_template?: unknown } | null)?.chat_template
  if (typeof given === 'string') return new Map([['default', given]])
  return new Map(Array.isArray(given) ? given.flatMap(named) : [])
}

function named(entry: unknown): [string, string][] {
  const { name, template } = (entry ?? {}) as { name?: unknown; template?: unknown }
  return typeof name === 'string' && typeof template === 'string' ? [[name, template]] : []
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
