import { useState } from 'react'
import { type Making, makeModel } from '../api/jobs.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field, INPUT } from '../ui/Field.tsx'

/** Of all types that llama.cpp has, those that most people want, from large to small. */
const TYPES: Readonly<Record<Making, readonly string[]>> = {
  convert: ['F16', 'BF16', 'Q8_0', 'Q6_K', 'Q5_K_M', 'Q4_K_M', 'Q4_0'],
  quantize: ['Q8_0', 'Q6_K', 'Q5_K_M', 'Q4_K_M', 'Q4_0', 'Q3_K_M'],
}

const WORDS = {
  convert: {
    title: 'Convert a model',
    hint: 'Its safetensors are fetched if they are not here, and made into a GGUF model that runs on any chip.',
  },
  quantize: {
    title: 'Quantize',
    hint: 'A model of smaller numbers beside this one: less memory, more speed, less exact.',
  },
} as const

interface MakeDialogProps {
  readonly making: Making
  /** Of which one is made; empty: to be asked for. */
  readonly model: string
  readonly onClose: () => void
}

/** A model is made of another, as a job. */
export function MakeDialog({ making, model, onClose }: MakeDialogProps) {
  const [source, setSource] = useState(model)
  const [type, setType] = useState('Q8_0')
  const [name, setName] = useState('')
  const { isBusy, error, run } = useAction()
  const begin = async () => {
    const body = { model: source.trim(), type, ...(name.trim() !== '' && { id: name.trim() }) }
    if (await run(() => makeModel(making, body))) onClose()
  }
  const { title, hint } = WORDS[making]
  return (
    <Dialog title={model === '' ? title : `${title} ${model}`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <p className="text-muted text-sm">{hint}</p>
        {model === '' && (
          <Field label="Model" hint="org/repo on Hugging Face, or a model of the store">
            {(id) => (
              <input
                id={id}
                className={INPUT}
                placeholder="Qwen/Qwen3-0.6B"
                value={source}
                onChange={({ target }) => setSource(target.value)}
              />
            )}
          </Field>
        )}
        <Field label="Type of its numbers">
          {(id) => (
            <select id={id} className={INPUT} value={type} onChange={({ target }) => setType(target.value)}>
              {TYPES[making].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Name" hint="Left empty: the model's name and the type">
          {(id) => <input id={id} className={INPUT} value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <ErrorText text={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy || source.trim() === ''}>
            {making === 'convert' ? 'Convert' : 'Quantize'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
