import { useState } from 'react'
import { Link } from 'wouter'
import { pinModel, unloadModel } from '../api/manage.ts'
import { canChat, type Model } from '../api/models.ts'
import { lastSettings } from '../chat/last-settings.ts'
import { formatBytes, formatCount, formatFacts, formatParameters } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Row, RowTitle } from '../ui/Rows.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { Instances } from './Instances.tsx'
import { LoadDialog } from './LoadDialog.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { StateBadge } from './StateBadge.tsx'

/** A model, and what can be done with it. */
export function ModelRow({ model }: { readonly model: Model }) {
  const [open, setOpen] = useState<'load' | 'quantize' | 'delete' | null>(null)
  const { isBusy, error, run } = useAction()
  const { id, state, reason, pinned } = model
  const isLoaded = state === 'ready' || state === 'draining'
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-40 flex-1">
          <RowTitle text={id}>
            <StateBadge state={state} />
          </RowTitle>
          <p className="text-muted text-xs">{factsOf(model)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-1.5">
          {canChat(model) && (
            <Link
              href="/"
              className="inline-flex min-h-9 items-center rounded-lg px-3 font-medium text-accent text-sm hover:bg-hover"
              onClick={() => lastSettings.update((settings) => ({ ...settings, model: id }))}
            >
              Chat
            </Link>
          )}
          <Button disabled={state === 'starting'} onClick={() => setOpen('load')}>
            {isLoaded ? 'Reload…' : 'Load…'}
          </Button>
          {isLoaded && (
            <Button disabled={isBusy || state === 'draining'} onClick={() => void run(() => unloadModel(id))}>
              Unload
            </Button>
          )}
          {isWide(model) && <Button onClick={() => setOpen('quantize')}>Quantize…</Button>}
          <IconButton
            icon="pin"
            label={pinned ? `Unpin ${id}` : `Pin ${id}: never unload it for others`}
            aria-pressed={pinned}
            className="aria-pressed:text-accent"
            onClick={() => void run(() => pinModel(id, !pinned))}
          />
          {model.source === 'trivet' && (
            <IconButton icon="trash" label={`Delete ${id}`} disabled={isLoaded} onClick={() => setOpen('delete')} />
          )}
        </div>
      </div>
      {state === 'starting' && <ProgressBar label={`Loading ${id}`} value={model.progress} />}
      {isLoaded && <Instances model={model} />}
      <ErrorText text={error ?? reason} />
      {open === 'load' && <LoadDialog model={model} onClose={() => setOpen(null)} />}
      {open === 'quantize' && <MakeDialog making="quantize" model={id} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteDialog id={id} onClose={() => setOpen(null)} />}
    </Row>
  )
}

/** Whether smaller numbers can be made of its own without another loss. */
function isWide({ quantization }: Model): boolean {
  return ['F32', 'F16', 'BF16'].includes(quantization ?? '')
}

function factsOf({
  parameters,
  quantization,
  size_bytes,
  trained_context_length,
  capabilities,
  source,
}: Model): string {
  return formatFacts([
    !parameters ? null : `${formatParameters(parameters)} parameters`,
    quantization,
    size_bytes === null ? null : formatBytes(size_bytes),
    trained_context_length === null ? null : `${formatCount(trained_context_length)} tokens`,
    capabilities?.filter((name) => !['completion', 'chat'].includes(name)).join(', ') || null,
    source === null || source === 'trivet' ? null : `from ${source}`,
  ])
}
