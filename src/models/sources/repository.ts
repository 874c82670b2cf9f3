import type { ModelSource } from '../catalogue/model.ts'
import { idPart } from '../ids/id.ts'
import type { FoundModel } from './found.ts'
import { type GgufModelFiles, groupGguf } from './group.ts'
import type { WalkedFile } from './walk.ts'

/** The models of one repository `org/repo`, each called by its precision. */
export function modelsOfRepository(repo: string, source: ModelSource, files: readonly WalkedFile[]): FoundModel[] {
  const groups = groupGguf(files)
  return groups.map((group) => foundGguf(group, source, idIn(repo, group, groups)))
}

/** A precision that two files have, or none among several, is no name; the file's is. */
function idIn(repo: string, { precision, stem }: GgufModelFiles, groups: readonly GgufModelFiles[]): string {
  const rivals = groups.filter((group) => group.precision === precision).length - 1
  if (rivals > 0) return `${repo}:${idPart(stem)}`
  return precision === null ? repo : `${repo}:${precision}`
}

export function foundGguf(files: GgufModelFiles, source: ModelSource, id: string): FoundModel {
  const { path, parts, attachments, invalid } = files
  return { id, source, path, parts, others: [], attachments, invalid }
}
