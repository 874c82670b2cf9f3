import { NumberField, SelectField } from '../ui/Inputs.tsx'
import type { NumberParameter, Parameters } from './settings.ts'

interface NumberRow {
  readonly name: NumberParameter
  readonly label: string
  readonly min: number
  readonly max?: number
  readonly step: number
}

const NUMBERS: readonly NumberRow[] = [
  { name: 'temperature', label: 'Temperature', min: 0, max: 2, step: 0.1 },
  { name: 'top_p', label: 'Top p', min: 0, max: 1, step: 0.05 },
  { name: 'top_k', label: 'Top k', min: 0, step: 1 },
  { name: 'min_p', label: 'Min p', min: 0, max: 1, step: 0.01 },
  { name: 'repetition_penalty', label: 'Repetition penalty', min: 0.01, max: 10, step: 0.05 },
  { name: 'presence_penalty', label: 'Presence penalty', min: -2, max: 2, step: 0.1 },
  { name: 'frequency_penalty', label: 'Frequency penalty', min: -2, max: 2, step: 0.1 },
  { name: 'max_output_tokens', label: 'Longest answer', min: 1, step: 1 },
  { name: 'seed', label: 'Seed', min: 0, step: 1 },
]

const EFFORTS = (['none', 'low', 'medium', 'high'] as const).map((effort) => [effort, effort] as const)

interface ParameterFieldsProps {
  readonly parameters: Parameters
  readonly onChange: (parameters: Parameters) => void
}

/** What is left empty is as the model was set up. */
export function ParameterFields({ parameters, onChange }: ParameterFieldsProps) {
  const set = (name: keyof Parameters) => (value: unknown) => {
    const { [name]: _, ...rest } = parameters
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="sr-only">Parameters</legend>
      {NUMBERS.map(({ name, ...rest }) => (
        <NumberField key={name} {...rest} placeholder="default" value={parameters[name]} onChange={set(name)} />
      ))}
      <SelectField
        label="Thinking"
        neutral="default"
        options={EFFORTS}
        value={parameters.effort}
        onChange={set('effort')}
      />
      <SelectField
        label="When too long"
        neutral="drop the oldest"
        options={[['disabled', 'refuse']]}
        value={parameters.truncation}
        onChange={set('truncation')}
      />
    </fieldset>
  )
}
