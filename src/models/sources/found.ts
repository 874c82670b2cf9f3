import type { Attachments, ModelSource } from '../catalogue/model.ts'

/** A model as a source has it, before anybody has opened its files. */
export interface FoundModel {
  /** As the source would call it; whether it is free is decided later. */
  readonly id: string
  readonly source: ModelSource
  /** The file (the first of its parts) or folder that an engine is given. */
  readonly path: string
  /** GGUF files whose headers tell about it, in order. None: the model is of another format. */
  readonly parts: readonly string[]
  /** Whatever else belongs to it and counts as its size. */
  readonly others: readonly string[]
  readonly attachments: Attachments
  /** Why it can't be loaded, as far as that shows without opening a file. */
  readonly invalid: string | null
}

/** What one look at a source brought. */
export interface Finding {
  readonly models: readonly FoundModel[]
  /** What could not be looked at, in sentences for the log. */
  readonly problems: readonly string[]
}

/** A place where models are. Its reading never rejects, and is bounded whatever lies there. */
export interface Source {
  read(): Promise<Finding>
}

export const NOTHING: Finding = { models: [], problems: [] }

export function together(findings: readonly Finding[]): Finding {
  return {
    models: findings.flatMap(({ models }) => models),
    problems: findings.flatMap(({ problems }) => problems),
  }
}
