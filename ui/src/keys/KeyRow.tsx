import { type Key, type KeyUsage, type NewKey, revokeKey, rotateKey } from '../api/keys.ts'
import { formatCount, formatMany } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Row, RowTitle } from '../ui/Rows.tsx'

interface KeyRowProps {
  readonly keyFacts: Key & { readonly usage: KeyUsage | null }
  readonly onChange: () => void
  readonly onSecret: (made: NewKey) => void
}

/** A key, what it is for, and what was asked with it. */
export function KeyRow({ keyFacts, onChange, onSecret }: KeyRowProps) {
  const { id, name, hint, source, state, scopes, models, usage } = keyFacts
  const { isBusy, error, run } = useAction()
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <RowTitle text={name}>
            {state === 'expired' && <Badge text="expired" look="bad" />}
            {source === 'settings' && <Badge text="of the settings" look="quiet" />}
          </RowTitle>
          <p className="font-mono text-muted text-xs">{hint}</p>
          <p className="text-muted text-xs">
            {scopes.join(', ')}
            {models !== null && ` · only ${models.join(', ')}`}
            {usage !== null && ` · ${usageText(usage)}`}
          </p>
        </div>
        {source === 'store' && (
          <>
            <Button
              disabled={isBusy}
              aria-label={`Renew ${name}`}
              onClick={() => void run(async () => onSecret(await rotateKey(id)))}
            >
              Renew
            </Button>
            <Button
              look="danger"
              disabled={isBusy}
              aria-label={`Revoke ${name}`}
              onClick={() => void run(async () => revokeKey(id).then(onChange))}
            >
              Revoke
            </Button>
          </>
        )}
      </div>
      <ErrorText text={error} />
    </Row>
  )
}

function usageText({ requests, prompt_tokens, completion_tokens, last_used_at }: KeyUsage): string {
  const tokens = `${formatCount(prompt_tokens)} tokens in, ${formatCount(completion_tokens)} out`
  return `${formatMany(requests, 'request')}, ${tokens}, last ${new Date(last_used_at * 1000).toLocaleString()}`
}
