import { browseLibrary } from '../api/library.ts'
import { useAsked } from '../lib/use-asked.ts'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Rows } from '../ui/Rows.tsx'
import { LibraryRow } from './LibraryRow.tsx'

interface LibraryProps {
  readonly query?: string
  /** Only so many, and of those that answer. */
  readonly most?: number
}

/** Models worth having, the best for this machine first. */
export function Library({ query = '', most }: LibraryProps) {
  const { value: found, error } = useAsked(query, browseLibrary, query === '' ? 0 : 250)
  const fitting = most === undefined ? found : found?.filter(({ kind, fit }) => kind === 'chat' && fit.verdict !== 'no')
  const shown = (fitting?.length === 0 ? found : fitting)?.slice(0, most)
  return (
    <>
      <ErrorText text={error} />
      <Rows>
        {shown?.map((model) => (
          <LibraryRow key={model.id} model={model} />
        ))}
      </Rows>
    </>
  )
}
