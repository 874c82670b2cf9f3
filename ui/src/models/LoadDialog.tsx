import { useState } from 'react'
import { type LoadOptions, loadModel, planLoad } from '../api/manage.ts'
import type { Model } from '../api/models.ts'
import { useAction } from '../lib/use-action.ts'
import { useAsked } from '../lib/use-asked.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { LoadOptionFields } from './LoadOptionFields.tsx'
import { PlanView } from './PlanView.tsx'

interface LoadDialogProps {
  readonly model: Model
  readonly onClose: () => void
}

/** How a model is to be loaded, and what that would take, before anything happens. */
export function LoadDialog({ model, onClose }: LoadDialogProps) {
  const [options, setOptions] = useState<LoadOptions>({})
  const { value: plan, error: refusal } = useAsked(JSON.stringify(options), (_, signal) =>
    planLoad(model.id, options, signal),
  )
  const { isBusy, error, run } = useAction()
  const load = async () => {
    if (await run(() => loadModel(model.id, options))) onClose()
  }
  return (
    <Dialog title={`Load ${model.id}`} onClose={onClose}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void load()
        }}
      >
        <LoadOptionFields model={model} options={options} onChange={setOptions} />
        <div aria-live="polite">
          {plan !== null && <PlanView plan={plan} />}
          <ErrorText text={error ?? refusal} />
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{isBusy ? 'Go on in the background' : 'Cancel'}</Button>
          <Button type="submit" look="primary" disabled={isBusy || plan?.fits === false}>
            {isBusy ? 'Loading…' : 'Load'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
