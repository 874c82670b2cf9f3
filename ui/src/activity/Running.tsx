import { endRequest, isRunning, listRequests, type ModelRequest } from '../api/requests.ts'
import { formatDuration, formatMany } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { usePolled } from '../lib/use-polled.ts'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Row, Rows, RowTitle } from '../ui/Rows.tsx'

const PERIOD_MS = 1000

/** The requests that run, each to be ended. */
export function Running() {
  const { value, error } = usePolled(listRequests, PERIOD_MS)
  const requests = value?.data.filter(isRunning)
  return (
    <>
      <ErrorText text={error} />
      {requests?.length === 0 && <p className="text-muted text-sm">Nothing runs.</p>}
      <Rows>
        {requests?.map((request) => (
          <RunningRow key={`${request.id} ${request.started_at}`} request={request} />
        ))}
      </Rows>
    </>
  )
}

function RunningRow({ request }: { readonly request: ModelRequest }) {
  const { id, route, owner, model, status, started_at, prompt_tokens, completion_tokens } = request
  const { isBusy, error, run } = useAction()
  return (
    <Row dense>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <RowTitle text={model}>
            <Badge text={status} look={status === 'writing' ? 'good' : 'quiet'} />
          </RowTitle>
          <p className="text-muted text-xs tabular-nums">
            {route} · {owner} · for {formatDuration(Math.max(0, Date.now() - started_at * 1000))} ·{' '}
            {formatMany(prompt_tokens, 'token')} in, {formatMany(completion_tokens, 'token')} out
          </p>
        </div>
        <IconButton icon="stop" label={`End ${id}`} disabled={isBusy} onClick={() => void run(() => endRequest(id))} />
      </div>
      <ErrorText text={error} />
    </Row>
  )
}
