import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { holdsMtpAlone } from '../models/ids/file-names.ts'
import { attachmentsOf } from './attachments-of.ts'

/** The small model that lies beside this one's file and belongs to it; `null`: there is none that can be used. */
export function draftBeside(catalogue: Pick<Catalogue, 'list'>, path: string): string | null {
  const { draft } = attachmentsOf(catalogue, path)
  return draft === undefined || holdsMtpAlone(draft) ? null : draft
}
