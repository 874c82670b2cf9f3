import type { Catalogue } from '../models/catalogue/catalogue.ts'

/** The encoder of images or sounds that lies beside this model's file and belongs to it; `null`: none does. */
export function projectorBeside(catalogue: Pick<Catalogue, 'list'>, path: string): string | null {
  return catalogue.list().find((model) => model.path === path)?.attachments.mmproj ?? null
}
