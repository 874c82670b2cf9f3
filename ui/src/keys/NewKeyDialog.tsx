import { type FormEvent, useState } from 'react'
import { makeKey, type NewKey, SCOPES, type Scope } from '../api/keys.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field, INPUT } from '../ui/Field.tsx'
import { Checkbox } from '../ui/Inputs.tsx'

const MEANINGS: Readonly<Record<Scope, string>> = {
  inference: 'have models answer',
  read: 'look at models and status',
  manage: 'load, pull and delete models',
  admin: 'everything, keys included',
}

interface NewKeyDialogProps {
  /** Nobody needed one so far. */
  readonly isFirst: boolean
  readonly onMade: (made: NewKey) => void
  readonly onClose: () => void
}

export function NewKeyDialog({ isFirst, onMade, onClose }: NewKeyDialogProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([isFirst ? 'admin' : 'inference'])
  const { isBusy, error, run } = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => onMade(await makeKey({ name: name.trim(), scopes })))
  }
  const toggle = (scope: Scope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope])
  return (
    <Dialog title="New key" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        {isFirst && (
          <p className="text-sm">
            It is the first: from now on everyone needs one, this page too. One that may do everything lets you make
            others here.
          </p>
        )}
        <Field label="Name" hint="To tell it from others.">
          {(id) => <input id={id} className={INPUT} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 font-medium text-sm">It may</legend>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} isOn={scopes.includes(scope)} onChange={() => toggle(scope)}>
              {MEANINGS[scope]} <span className="text-muted">({scope})</span>
            </Checkbox>
          ))}
        </fieldset>
        <ErrorText text={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || name.trim() === '' || scopes.length === 0}>
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
