import { requestJson } from './request.ts'

export interface LibraryModel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly kind: 'chat' | 'embedding' | 'rerank'
  readonly capabilities: readonly string[]
  readonly parameters: number
  readonly license: string
  readonly gated: boolean
  readonly size_bytes: number
  readonly fit: {
    readonly verdict: 'fits' | 'tight' | 'no'
    readonly needed_bytes: number
    readonly free_bytes: number
  }
  readonly pull: { readonly model: string; readonly precision: string; readonly id: string }
}

export interface FoundRepository {
  readonly id: string
  readonly downloads: number
  readonly likes: number
}

export async function browseLibrary(query: string, signal: AbortSignal): Promise<readonly LibraryModel[]> {
  const search = new URLSearchParams({ query })
  return (await requestJson<{ data: readonly LibraryModel[] }>(`v1/models/library?${search}`, { signal })).data
}

export function searchHub(query: string, signal: AbortSignal): Promise<readonly FoundRepository[]> {
  const search = new URLSearchParams({ query, format: 'gguf', task: '', limit: '12' })
  return requestJson(`v1/models/search-hf?${search}`, { signal })
}
