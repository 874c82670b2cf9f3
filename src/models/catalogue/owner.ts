import type { ModelSource } from './model.ts'

/** Whose a model is that Trivet doesn't own, and how to be rid of it there. */
const OWNERS: Readonly<Record<Exclude<ModelSource, 'trivet'>, { readonly owner: string; readonly advice: string }>> = {
  config: { owner: 'the settings', advice: 'take it out of them.' },
  folder: { owner: 'a folder of yours', advice: 'delete its file there.' },
  huggingface: { owner: "Hugging Face's cache", advice: 'delete it with `hf cache rm`.' },
  geniex: { owner: 'GenieX', advice: 'delete it with `geniex rm`.' },
  llamapi: { owner: 'LlamaPi', advice: 'delete it with `llamapi rm`.' },
  lmstudio: { owner: 'LM Studio', advice: 'delete it there.' },
  ollama: { owner: 'Ollama', advice: 'delete it with `ollama rm`.' },
}

/** `null`: Trivet. */
export function ownerOf(source: ModelSource): { readonly owner: string; readonly advice: string } | null {
  return source === 'trivet' ? null : OWNERS[source]
}
