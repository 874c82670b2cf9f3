import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { attachmentsOf } from './attachments-of.ts'

/** The encoder of images or sounds that lies beside this model's file and belongs to it; `null`: none does. */
export function projectorBeside(catalogue: Pick<Catalogue, 'list'>, path: string): string | null {
  return attachmentsOf(catalogue, path).mmproj ?? null
}
