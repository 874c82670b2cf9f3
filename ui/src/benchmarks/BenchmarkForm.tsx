import { useState } from 'react'
import { runBenchmark } from '../api/benchmarks.ts'
import { modelStore } from '../api/model-feed.ts'
import { canChat } from '../api/models.ts'
import { useStore } from '../lib/store.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Field, INPUT } from '../ui/Field.tsx'
import { NumberField } from '../ui/Inputs.tsx'
import { numbersIn } from './numbers-in.ts'

/** What is to be measured. */
export function BenchmarkForm({ onBegun }: { readonly onBegun: () => void }) {
  const models = useStore(modelStore)?.filter(canChat) ?? []
  const [model, setModel] = useState('')
  const [device, setDevice] = useState('')
  const [prompts, setPrompts] = useState('')
  const [concurrency, setConcurrency] = useState('1, 2, 4')
  const [maxTokens, setMaxTokens] = useState<number | undefined>(64)
  const [runs, setRuns] = useState<number | undefined>(3)
  const { isBusy, error, run } = useAction()
  const chosen = models.find(({ id }) => id === model)?.id ?? models[0]?.id
  const begin = async () => {
    if (chosen === undefined) return
    const [sizes, sides] = [numbersIn(prompts), numbersIn(concurrency)]
    if (sizes === null) throw new Error('Prompts are sizes in tokens, such as 128, 1024; or nothing.')
    if (sides === null || sides.length === 0) throw new Error('Answers at once are numbers, such as 1, 2, 4.')
    const wish = {
      model: chosen,
      ...(device.trim() !== '' && { devices: [device.trim()] }),
      ...(sizes.length > 0 && { prompt_tokens: sizes }),
      concurrency: sides,
      max_tokens: maxTokens ?? 64,
      runs: runs ?? 3,
    }
    await runBenchmark(wish)
    onBegun()
  }
  const text = (label: string, value: string, placeholder: string, onChange: (value: string) => void) => (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          className={INPUT}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run(begin)
      }}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Model">
          {(id) => (
            <select id={id} className={INPUT} value={chosen ?? ''} onChange={({ target }) => setModel(target.value)}>
              {models.map((each) => (
                <option key={each.id}>{each.id}</option>
              ))}
            </select>
          )}
        </Field>
        {text('Compute on', device, 'where it is', setDevice)}
        {text('Prompts, in tokens', prompts, 'a short one', setPrompts)}
        {text('Answers at once', concurrency, '1', setConcurrency)}
        <NumberField label="Tokens of each answer" value={maxTokens} placeholder="64" min={2} onChange={setMaxTokens} />
        <NumberField label="Runs" value={runs} placeholder="3" min={2} max={50} onChange={setRuns} />
      </div>
      <ErrorText text={error} />
      <Button type="submit" look="primary" className="self-start" disabled={isBusy || chosen === undefined}>
        Measure
      </Button>
    </form>
  )
}
