import type { ReactNode } from 'react'
import { Field, INPUT } from './Field.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly value: number | undefined
  /** What stands there while it is empty. */
  readonly placeholder: string
  readonly min: number
  readonly max?: number | undefined
  readonly step?: number
  readonly onChange: (value: number | undefined) => void
}

/** A number that may be left out. */
export function NumberField({ label, value, onChange, ...rest }: NumberFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="number"
          className={INPUT}
          {...rest}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<T extends string> {
  readonly label: string
  readonly value: T | undefined
  /** What is chosen when nothing is. */
  readonly neutral: string
  /** Values, with what they are called. */
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T | undefined) => void
}

/** One of a few, or none of them. */
export function SelectField<T extends string>({ label, value, neutral, options, onChange }: SelectFieldProps<T>) {
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          className={INPUT}
          value={value ?? ''}
          onChange={({ target }) => onChange(options.find(([option]) => option === target.value)?.[0])}
        >
          <option value="">{neutral}</option>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface CheckboxProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** What it says. */
  readonly children: ReactNode
}

export function Checkbox({ isOn, onChange, children }: CheckboxProps) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-(--accent)"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}
