import type { LoadOptions } from '../api/manage.ts'
import type { Model } from '../api/models.ts'
import { Field, INPUT } from '../ui/Field.tsx'
import { NumberField, SelectField } from '../ui/Inputs.tsx'

const KV_TYPES: readonly string[] = ['f16', 'q8_0', 'q4_0', 'bf16', 'f32']

type NumberOption = 'nctx' | 'slots' | 'threads' | 'ngl' | 'instance_count' | 'keep_alive'

interface LoadOptionFieldsProps {
  readonly model: Model
  readonly options: LoadOptions
  readonly onChange: (options: LoadOptions) => void
}

/** What is left empty is as it is, or as the server chooses. */
export function LoadOptionFields({ model: { settings }, options, onChange }: LoadOptionFieldsProps) {
  const set = (name: keyof LoadOptions) => (value: unknown) => {
    const { [name]: _, ...rest } = options
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value })
  }
  const number = (name: NumberOption, label: string, now: number | null, min: number) => (
    <NumberField
      label={label}
      min={min}
      placeholder={now === null ? 'chosen for you' : String(now)}
      value={options[name]}
      onChange={set(name)}
    />
  )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {number('nctx', 'Context, in tokens', settings.context, 1)}
      {number('slots', 'Requests at once', settings.slots, 1)}
      {number('instance_count', 'Instances', settings.instance_count, 1)}
      {number('threads', 'Threads', settings.threads, 1)}
      {number('ngl', 'Layers on the accelerator (-1: all)', settings.gpu_layers, -1)}
      {number('keep_alive', 'Stays for seconds of rest (-1: for good)', settings.keep_alive, -1)}
      <Field label="Compute on">
        {(id) => (
          <input
            id={id}
            className={INPUT}
            placeholder={settings.compute}
            value={options.compute ?? ''}
            onChange={({ target }) => set('compute')(target.value)}
          />
        )}
      </Field>
      <SelectField
        label="Numbers in the cache"
        neutral={settings.kv_type}
        options={KV_TYPES.filter((type) => type !== settings.kv_type).map((type) => [type, type])}
        value={options.kv_type}
        onChange={set('kv_type')}
      />
    </div>
  )
}
