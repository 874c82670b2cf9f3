import { type FormEvent, useState } from 'react'
import type { CallItem, CallOutputItem } from '../api/items.ts'
import { Button } from '../ui/Button.tsx'
import { Field, INPUT } from '../ui/Field.tsx'

interface ToolReplyProps {
  readonly calls: readonly CallItem[]
  readonly onReply: (results: readonly CallOutputItem[]) => void
}

/** Calls are answered by hand here: the page runs nothing for a model. */
export function ToolReply({ calls, onReply }: ToolReplyProps) {
  const [outputs, setOutputs] = useState<Readonly<Record<string, string>>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onReply(calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: outputs[call_id] ?? '' })))
  }
  return (
    <form className="mt-3 flex flex-col gap-3 rounded-lg border border-line p-3" onSubmit={submit}>
      {calls.map(({ call_id, name }) => (
        <Field key={call_id} label={`Result of ${name}`}>
          {(id) => (
            <textarea
              id={id}
              rows={2}
              className={`${INPUT} font-mono`}
              value={outputs[call_id] ?? ''}
              onChange={(event) => setOutputs({ ...outputs, [call_id]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" look="primary" className="self-end">
        Go on
      </Button>
    </form>
  )
}
