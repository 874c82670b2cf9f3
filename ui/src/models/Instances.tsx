import { resizeModel } from '../api/manage.ts'
import type { Model } from '../api/models.ts'
import { formatBytes, formatCount, formatFacts, formatMany } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { IconButton } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'

/** How a loaded model is loaded: how often, and with what in effect. */
export function Instances({ model }: { readonly model: Model }) {
  const { id, settings, instance_count, memory, running, waiting } = model
  const { isBusy, error, run } = useAction()
  const wanted = settings.instance_count
  const resize = (count: number) => void run(() => resizeModel(id, count))
  const effective = [
    settings.context === null ? null : `${formatCount(settings.context)} tokens of context`,
    settings.slots === null ? null : `${settings.slots} at once`,
    settings.threads === null ? null : formatMany(settings.threads, 'thread'),
    memory === null ? null : `${formatBytes(memory.total_bytes)} each`,
    running + waiting > 0 ? `${running} running, ${waiting} waiting` : null,
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs">
        <div className="-ml-2 flex items-center">
          <IconButton
            icon="minus"
            label={`One instance fewer of ${id}`}
            disabled={isBusy || wanted <= 1}
            onClick={() => resize(wanted - 1)}
          />
          <span className="tabular-nums">{formatMany(instance_count, 'instance')}</span>
          <IconButton
            icon="plus"
            label={`One instance more of ${id}`}
            disabled={isBusy}
            onClick={() => resize(wanted + 1)}
          />
        </div>
        <span>{formatFacts(effective)}</span>
      </div>
      <ErrorText text={error} />
    </>
  )
}
