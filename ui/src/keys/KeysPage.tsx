import { useState } from 'react'
import { type NewKey, readKeys } from '../api/keys.ts'
import { useAsked } from '../lib/use-asked.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Page } from '../ui/Page.tsx'
import { Rows } from '../ui/Rows.tsx'
import { KeyRow } from './KeyRow.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'

/** Who may ask this server, and what each has asked. */
export function KeysPage() {
  const [version, setVersion] = useState(0)
  const { value: keys, error } = useAsked(String(version), (_, signal) => readKeys(signal), 0)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewKey | null>(null)
  const changed = () => setVersion((before) => before + 1)
  const show = (key: NewKey) => {
    setMaking(false)
    setMade(key)
  }
  const isOpen = keys?.length === 0
  return (
    <Page title="Keys">
      <ErrorText text={error} />
      {isOpen && (
        <p className="text-sm">
          There are none: everyone who reaches this server may ask it anything. From the first key on it wants one of
          everyone.
        </p>
      )}
      <Rows>
        {keys
          ?.filter(({ state }) => state !== 'revoked')
          .map((key) => (
            <KeyRow key={key.id} keyFacts={key} onChange={changed} onSecret={show} />
          ))}
      </Rows>
      <Button icon="plus" look="primary" className="self-start" onClick={() => setMaking(true)}>
        New key
      </Button>
      {isMaking && <NewKeyDialog isFirst={isOpen} onMade={show} onClose={() => setMaking(false)} />}
      {made !== null && (
        <SecretDialog
          made={made}
          onClose={() => {
            setMade(null)
            changed()
          }}
        />
      )}
    </Page>
  )
}
