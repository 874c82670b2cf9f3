import type { Rknn3Files } from './files.ts'

export interface ServerOrder {
  readonly files: Rknn3Files & { readonly vocabulary: string }
  readonly port: number
  /** The model's name in its API. */
  readonly alias: string
  readonly contextTokens: number
  readonly embeds: boolean
}

/** By rkllm3-server's README. It answers as many tokens as the context holds; limits are requests' own. */
export function serverArguments({ files, port, alias, contextTokens, embeds }: ServerOrder): readonly string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--alias', alias, '--model', files.model, '--weight', files.weight, '--vocab', files.vocabulary],
    ...(files.embeddings === null ? [] : ['--embed', files.embeddings]),
    ...['--ctx-size', String(contextTokens), '--n-predict', '-1'],
    // Thoughts are told apart from the answer.
    ...(embeds ? ['--embedding'] : ['--reasoning-format', 'deepseek']),
  ]
}
