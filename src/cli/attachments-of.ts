import type { Catalogue } from '../models/catalogue/catalogue.ts'
import type { Attachments } from '../models/catalogue/model.ts'
import { ggufModelIn } from '../models/gguf-folder.ts'

/** The files that belong to the model of this path: as the catalogue has them, or of a folder that it doesn't know. */
export function attachmentsOf(catalogue: Pick<Catalogue, 'list'>, path: string): Attachments {
  const known = catalogue.list().find((model) => model.path === path)
  return known?.attachments ?? ggufModelIn(path)?.attachments ?? {}
}
