import { pull } from '../api/jobs.ts'
import { type FoundRepository, searchHub } from '../api/library.ts'
import { formatCount } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { useAsked } from '../lib/use-asked.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Row, Rows } from '../ui/Rows.tsx'

const SHORTEST_QUERY = 2
const TYPING_MS = 600

/** Whatever else Hugging Face has by this name; or just that name, to be fetched from wherever it says. */
export function HubSearch({ query }: { readonly query: string }) {
  const { value: found, error, isAsking } = useAsked(query.length < SHORTEST_QUERY ? null : query, searchHub, TYPING_MS)
  if (query.length < SHORTEST_QUERY) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-muted text-sm" aria-live="polite">
        {isAsking ? 'Asking Hugging Face…' : 'From Hugging Face'}
      </h3>
      <ErrorText text={error} />
      <Rows>
        {query.includes('/') && !found?.some(({ id }) => id === query) && <FoundRow found={{ id: query }} />}
        {found?.map((each) => (
          <FoundRow key={each.id} found={each} />
        ))}
      </Rows>
      {found?.length === 0 && <p className="text-muted text-sm">Nothing found.</p>}
    </div>
  )
}

function FoundRow({ found }: { readonly found: Pick<FoundRepository, 'id'> & Partial<FoundRepository> }) {
  const { isBusy, error, run } = useAction()
  return (
    <Row dense>
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {found.id}
          {found.downloads !== undefined && (
            <span className="block text-muted text-xs">{formatCount(found.downloads)} downloads</span>
          )}
        </p>
        <Button
          icon="download"
          disabled={isBusy}
          aria-label={`Get ${found.id}`}
          onClick={() => void run(() => pull({ model: found.id }))}
        >
          Get
        </Button>
      </div>
      <ErrorText text={error} />
    </Row>
  )
}
