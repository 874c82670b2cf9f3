import type { Pooling } from '../../../../core/placement.ts'
import type { Kind } from '../kind.ts'

export interface ServerOrder {
  /** The model's, or one with a graph of its own (`graph.pbtxt`), which says all that is not of the server. */
  readonly folder: string
  readonly graph: boolean
  readonly port: number
  /** The model's name in its API. */
  readonly name: string
  readonly kind: Kind
  /** As OpenVINO writes it; `AUTO`: its own choice. */
  readonly device: string
  readonly contextTokens: number
  /** `null`: as the model's own files say. */
  readonly pooling: Pooling | null
}

const TASKS: Readonly<Record<Kind, string>> = {
  writer: 'text_generation',
  seer: 'text_generation',
  embedder: 'embeddings',
  reranker: 'rerank',
}

/** By OpenVINO Model Server's `docs/parameters.md`. */
export function serverArguments(order: ServerOrder): readonly string[] {
  const { folder, graph, port, name } = order
  return [
    ...['--rest_bind_address', '127.0.0.1', '--rest_port', String(port)],
    ...['--model_name', name, '--model_path', folder],
    // No web page is to ask it.
    ...['--allowed_origins', 'http://127.0.0.1'],
    // Files that are changed under a loaded model are none of its business.
    ...['--file_system_poll_wait_seconds', '0'],
    ...(graph ? [] : taskArguments(order)),
  ]
}

function taskArguments({ kind, device, contextTokens, pooling }: ServerOrder): readonly string[] {
  const writes = kind === 'writer' || kind === 'seer'
  return [
    ...['--task', TASKS[kind]],
    ...(device === 'AUTO' ? [] : ['--target_device', device]),
    // A NPU's graph is compiled for a prompt of a certain length.
    ...(writes && device.includes('NPU') ? ['--max_prompt_len', String(contextTokens)] : []),
    // Vectors are scaled where a request asks for it.
    ...(kind === 'embedder' ? ['--pooling', (pooling ?? 'mean').toUpperCase(), '--normalize', 'false'] : []),
  ]
}
