import { type Shape, settingsShape } from './schema.ts'

/** One setting and its three names. */
export interface SettingKey {
  readonly path: readonly string[]
  readonly flag: string
  readonly env: string
  readonly shape: Shape
}

/** Every setting that a flag or an environment variable can give, in the schema's order. */
export const SETTING_KEYS: readonly SettingKey[] = leaves(settingsShape, [])

function leaves(shape: Shape, path: readonly string[]): SettingKey[] {
  if (shape.type === 'object' && shape.properties) {
    return Object.entries(shape.properties).flatMap(([key, child]) => leaves(child, [...path, key]))
  }
  const name = path.join('_')
  return [{ path, flag: flagOf(name), env: `TRIVET_${name.toUpperCase()}`, shape }]
}

/** `--model` is given once for each model, so it is in the singular. */
function flagOf(name: string): string {
  return name === 'models' ? '--model' : `--${name.replaceAll('_', '-')}`
}
