import { TrivetError } from '../../core/errors.ts'

/**
 * Finds the files that requests name, among those they may name. Each throws `invalid_value` about `param`, which is a
 * field of chat completions when left out.
 */
export interface NamedFiles {
  /** The text of a grammar, for `grammar_path`. */
  grammar(name: string): string
  /** Path of a LoRA adapter, for `lora_path`. */
  adapter(name: string, param?: string): string
  /** Path of a small model that guesses ahead, for `spec_draft_model`. */
  draft(name: string, param?: string): string
  /** Path of the one that lies beside a model and belongs to it. */
  draftBeside(model: string, param?: string): string
}

/** Where no answer is made, and so no file is read for it. */
export const NO_FILES: NamedFiles = {
  grammar: () => refuse('grammar_path'),
  adapter: (_, param = 'lora_path') => refuse(param),
  draft: (_, param = 'spec_draft_model') => refuse(param),
  draftBeside: (_, param = 'spec_draft_model') => refuse(param),
}

function refuse(parameter: string): never {
  throw new TrivetError('unsupported_parameter', { parameter, where: 'this endpoint', neutral: 'null' }, parameter)
}
