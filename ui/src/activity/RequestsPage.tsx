import { Link } from 'wouter'
import { listRequests, type ModelRequest } from '../api/requests.ts'
import { formatDuration, formatFacts, formatMany } from '../lib/format.ts'
import { usePolled } from '../lib/use-polled.ts'
import { Badge, type BadgeProps } from '../ui/Badge.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Page } from '../ui/Page.tsx'
import { Rows } from '../ui/Rows.tsx'
import { ActivityTabs } from './ActivityTabs.tsx'

const PERIOD_MS = 2000

const LOOKS: Readonly<Partial<Record<ModelRequest['status'], BadgeProps['look']>>> = { ok: 'good', failed: 'bad' }

/** The last requests, to be looked into. */
export function RequestsPage() {
  const { value, error } = usePolled(listRequests, PERIOD_MS)
  return (
    <Page title="Activity">
      <ActivityTabs />
      <ErrorText text={error} />
      {value && (
        <p className="text-muted text-sm">
          {value.kept === 0
            ? 'None is kept once it is over: what people wrote is theirs. With the setting inspector.requests: 100, say, the last hundred can be looked into here.'
            : `The last ${formatMany(value.kept, 'request')} can be looked into: the prompt as the model got it, and what it said, piece by piece.`}
        </p>
      )}
      <Rows>
        {value?.data.map((request) => (
          <RequestRow key={`${request.id} ${request.started_at}`} request={request} isKept={value.kept > 0} />
        ))}
      </Rows>
    </Page>
  )
}

function RequestRow({ request, isKept }: { readonly request: ModelRequest; readonly isKept: boolean }) {
  const { id, route, owner, model, status, started_at, prompt_tokens, completion_tokens, latency_ms } = request
  const facts = [
    new Date(started_at * 1000).toLocaleTimeString(),
    owner,
    `${formatMany(prompt_tokens, 'token')} in, ${formatMany(completion_tokens, 'token')} out`,
    latency_ms === null ? null : formatDuration(latency_ms),
  ]
  return (
    <li className="flex flex-col px-4 py-2">
      <p className="flex items-center gap-2">
        <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
          {isKept ? (
            <Link href={`/activity/requests/${encodeURIComponent(id)}`} className="hover:underline">
              {route}
            </Link>
          ) : (
            route
          )}{' '}
          <span className="font-normal text-muted">{model}</span>
        </span>
        <Badge text={status} look={LOOKS[status] ?? 'quiet'} />
      </p>
      <p className="text-muted text-xs tabular-nums">{formatFacts(facts)}</p>
    </li>
  )
}
