import { useState } from 'react'
import { useStore } from '../lib/store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Field, INPUT } from '../ui/Field.tsx'
import { BUILT_IN, presetStore, removePreset, savePreset } from './presets.ts'
import type { ChatSettings } from './settings.ts'

interface PresetsProps {
  readonly settings: ChatSettings
  readonly onChange: (change: Partial<ChatSettings>) => void
}

/** Instructions and parameters to take, or to keep for another time. */
export function Presets({ settings, onChange }: PresetsProps) {
  const own = useStore(presetStore)
  const [name, setName] = useState('')
  const { instructions, parameters } = settings
  const isSame = (preset: { instructions: string; parameters: object }) =>
    preset.instructions === instructions && JSON.stringify(preset.parameters) === JSON.stringify(parameters)
  const save = () => {
    savePreset({ name: name.trim(), instructions, parameters })
    setName('')
  }
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1 font-medium text-sm">Presets</legend>
        {[...BUILT_IN, ...own].map((preset) => (
          <span key={preset.name} className="inline-flex items-center">
            <button
              type="button"
              aria-pressed={isSame(preset)}
              className="rounded-full border border-line px-3 py-1 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:text-accent"
              onClick={() => onChange({ instructions: preset.instructions, parameters: preset.parameters })}
            >
              {preset.name}
            </button>
            {own.includes(preset) && (
              <IconButton icon="close" label={`Forget ${preset.name}`} onClick={() => removePreset(preset.name)} />
            )}
          </span>
        ))}
      </fieldset>
      <div className="flex items-end gap-2">
        <div className="flex-1">
          <Field label="Keep these as">
            {(id) => (
              <input
                id={id}
                className={INPUT}
                placeholder="Name"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button disabled={name.trim() === ''} onClick={save}>
          Keep
        </Button>
      </div>
    </div>
  )
}
