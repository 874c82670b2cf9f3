import { basename } from 'node:path'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { attachmentsOf } from './attachments-of.ts'

/** Heads that a model itself was trained with, in a file of their own: no engine here runs them as a draft. */
const OTHER_HEADS = /(?:^|[-_.])(?:mtp|eagle3?)(?=[-_.]|$)/i

/** The small model that lies beside this one's file and belongs to it; `null`: there is none that can be used. */
export function draftBeside(catalogue: Pick<Catalogue, 'list'>, path: string): string | null {
  const { draft } = attachmentsOf(catalogue, path)
  return draft === undefined || OTHER_HEADS.test(basename(draft)) ? null : draft
}
