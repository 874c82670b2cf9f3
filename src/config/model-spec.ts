import { basename } from 'node:path'

/** A model as a flag or an environment variable gives it: `path` or `path=id`. A path that holds `=` ends in one. */
export function parseModelSpec(spec: string): { path: string; id?: string } {
  const cut = spec.lastIndexOf('=')
  if (cut === -1) return { path: spec }
  const id = spec.slice(cut + 1)
  return id === '' ? { path: spec.slice(0, cut) } : { path: spec.slice(0, cut), id }
}

/** The name of a model that was given none: its file's or folder's, without the extension or the part number. */
export function defaultModelId(path: string): string {
  return basename(path).replace(/(-\d{5}-of-\d{5})?\.gguf$/i, '')
}
