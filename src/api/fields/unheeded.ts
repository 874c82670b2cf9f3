/** Something that a request asks for and its answer takes no heed of. A tool, whose arguments are not held: by index. */
export type Unheeded = 'stop' | 'thinking' | 'effort' | { readonly tool: number }

/** Where an API has what may go unheeded. */
export interface WishPaths {
  readonly stop: string
  readonly thinking: string
  readonly effort: string
  /** Of each tool offered, where it says what it is called with. */
  readonly schemaPaths: readonly string[]
}

/** The same by the fields that the client sent, each once. */
export function unheededFields(unheeded: readonly Unheeded[], paths: WishPaths): readonly string[] {
  const fields = unheeded.map((one) =>
    typeof one === 'string' ? paths[one] : (paths.schemaPaths[one.tool] ?? 'tools'),
  )
  return [...new Set(fields)]
}
