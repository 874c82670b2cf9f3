import type { Reference } from './reference.ts'

/**
 * One text for all ways to write the same reference: hubs tell no two repositories apart by upper and lower case, nor
 * does anybody precisions. Two addresses of one file are two references.
 */
export function referenceKey(reference: Reference): string {
  return JSON.stringify(canonical(reference))
}

function canonical(reference: Reference): readonly unknown[] {
  const { hub } = reference
  switch (hub) {
    case 'huggingface':
    case 'modelscope': {
      const { repository, revision, precisions, file } = reference
      const branch = revision ?? MAIN_BRANCHES[hub]
      return [hub, repository.toLowerCase(), branch, precisions.map((precision) => precision.toUpperCase()), file]
    }
    case 'docker':
    case 'ollama':
      return [hub, reference.repository.toLowerCase(), reference.tag]
    case 'url':
      return [hub, reference.url]
    case 'disk':
      return [hub, reference.path.replace(/(?<=.)\/+$/, ''), reference.precisions.map((each) => each.toUpperCase())]
    case 'aihub': {
      const { name, chip, revision, precisions } = reference
      const wishes = precisions.map((precision) => precision.toUpperCase())
      return [hub, name.toLowerCase(), chip?.toLowerCase() ?? null, revision, wishes]
    }
  }
}

/** What is meant where no revision is named. */
const MAIN_BRANCHES = { huggingface: 'main', modelscope: 'master' } as const
