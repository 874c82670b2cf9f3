import type { Model } from '../api/models.ts'
import { formatBytes, formatFacts, formatParameters } from '../lib/format.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'

interface ModelPickerProps {
  readonly models: readonly Model[]
  readonly model: Model | null
  readonly onPick: (id: string) => void
}

export function ModelPicker({ models, model, onPick }: ModelPickerProps) {
  return (
    <Menu
      label={model ? `Model: ${model.id}` : 'No model'}
      buttonClass="flex h-9 min-w-0 max-w-full items-center gap-2 rounded-lg px-2.5 font-medium text-sm hover:bg-hover"
      button={
        <>
          {model && <StateDot state={model.state} />}
          <span className="truncate">{model?.id ?? 'No model'}</span>
          <Icon name="down" className="size-3.5 text-muted" />
        </>
      }
    >
      {(close) =>
        models.map((each) => (
          <MenuItem
            key={each.id}
            isChosen={each.id === model?.id}
            onPick={() => {
              onPick(each.id)
              close()
            }}
          >
            <StateDot state={each.state} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{each.id}</span>
              <span className="block text-muted text-xs">{factsOf(each)}</span>
            </span>
          </MenuItem>
        ))
      }
    </Menu>
  )
}

const DOTS: Readonly<Record<Model['state'], string>> = {
  ready: 'bg-ok',
  starting: 'bg-accent motion-safe:animate-pulse',
  failed: 'bg-danger',
  stopped: 'border border-line-strong',
  draining: 'bg-line-strong',
  stopping: 'bg-line-strong',
}

function StateDot({ state }: Pick<Model, 'state'>) {
  return <span className={`size-2 shrink-0 rounded-full ${DOTS[state]}`} />
}

function factsOf({ parameters, quantization, size_bytes, state }: Model): string {
  return formatFacts([
    parameters === null ? null : formatParameters(parameters),
    quantization,
    size_bytes === null ? null : formatBytes(size_bytes),
    state === 'ready' ? 'loaded' : state === 'stopped' ? null : state,
  ])
}
