import { type FormEvent, useState } from 'react'
import { giveKey } from './api/key.ts'
import { Button } from './ui/Button.tsx'
import { Dialog } from './ui/Dialog.tsx'
import { Field, INPUT } from './ui/Field.tsx'
import { Checkbox } from './ui/Inputs.tsx'

/** Asks for the key that the server wants. */
export function KeyDialog({ reason }: { readonly reason: string }) {
  const [key, setKey] = useState('')
  const [remembers, setRemembers] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() !== '') giveKey(key.trim(), remembers)
  }
  return (
    <Dialog title="API key">
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p>{reason}</p>
        <Field label="Key" hint="`trivet keys create` makes one on the server's machine.">
          {(id) => (
            <input
              id={id}
              type="password"
              autoComplete="current-password"
              className={`${INPUT} font-mono`}
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Checkbox isOn={remembers} onChange={setRemembers}>
          Remember it in this browser
        </Checkbox>
        <Button type="submit" look="primary" disabled={key.trim() === ''}>
          Continue
        </Button>
      </form>
    </Dialog>
  )
}
