import type { Rknn3Files } from './files.ts'
import type { Vision } from './vision.ts'

export interface ServerOrder {
  readonly files: Rknn3Files & { readonly vocabulary: string }
  /** `null`: it reads text only. */
  readonly vision: Vision | null
  readonly port: number
  /** The model's name in its API. */
  readonly alias: string
  readonly contextTokens: number
  readonly embeds: boolean
}

/** By rkllm3-server's README. It answers as many tokens as the context holds; limits are requests' own. */
export function serverArguments({ files, vision, port, alias, contextTokens, embeds }: ServerOrder): readonly string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--alias', alias, '--model', files.model, '--weight', files.weight, '--vocab', files.vocabulary],
    ...(files.embeddings === null ? [] : ['--embed', files.embeddings]),
    ...visionArguments(files, vision),
    ...['--ctx-size', String(contextTokens), '--n-predict', '-1'],
    // Thoughts are told apart from the answer.
    ...(embeds ? ['--embedding'] : ['--reasoning-format', 'deepseek']),
  ]
}

function visionArguments({ vision: encoder }: Rknn3Files, vision: Vision | null): readonly string[] {
  if (encoder === null || vision === null) return []
  const { start, end, content, side } = vision
  return [
    ...['--model2', encoder.model, ...(encoder.weight === null ? [] : ['--weight2', encoder.weight])],
    ...['--img-start', start, '--img-end', end, '--img-content', content],
    ...(side === null ? [] : ['--img-width', String(side), '--img-height', String(side)]),
  ]
}
