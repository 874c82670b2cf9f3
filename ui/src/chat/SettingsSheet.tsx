import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field, INPUT } from '../ui/Field.tsx'
import { ParameterFields } from './ParameterFields.tsx'
import { Presets } from './Presets.tsx'
import type { ChatSettings } from './settings.ts'

interface SettingsSheetProps {
  readonly settings: ChatSettings
  readonly onChange: (change: Partial<ChatSettings>) => void
  readonly onClose: () => void
}

const TOOL_EXAMPLE =
  '[{"type": "function", "name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}]'

/** With what the conversation is held, from the next answer on. */
export function SettingsSheet({ settings, onChange, onClose }: SettingsSheetProps) {
  return (
    <Dialog title="Conversation" onClose={onClose} isSheet>
      <div className="flex flex-col gap-5">
        <Presets settings={settings} onChange={onChange} />
        <Field label="Instructions" hint="Told to the model before everything else.">
          {(id) => (
            <textarea
              id={id}
              dir="auto"
              rows={4}
              className={`${INPUT} field-sizing-content max-h-64`}
              value={settings.instructions}
              onChange={(event) => onChange({ instructions: event.target.value })}
            />
          )}
        </Field>
        <ParameterFields parameters={settings.parameters} onChange={(parameters) => onChange({ parameters })} />
        <Field label="Tools" hint="A list in JSON. What the model calls is shown, and answered by you.">
          {(id) => (
            <textarea
              id={id}
              rows={3}
              spellCheck={false}
              placeholder={TOOL_EXAMPLE}
              className={`${INPUT} field-sizing-content max-h-64 font-mono text-xs`}
              value={settings.tools}
              onChange={(event) => onChange({ tools: event.target.value })}
            />
          )}
        </Field>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
