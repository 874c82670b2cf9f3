import { savedStore } from '../lib/saved.ts'
import type { Parameters } from './settings.ts'

/** Instructions and parameters under a name. */
export interface Preset {
  readonly name: string
  readonly instructions: string
  readonly parameters: Parameters
}

export const BUILT_IN: readonly Preset[] = [
  { name: 'As the model is set up', instructions: '', parameters: {} },
  { name: 'Exact', instructions: '', parameters: { temperature: 0 } },
  { name: 'Inventive', instructions: '', parameters: { temperature: 1.1, min_p: 0.05 } },
  { name: 'Short answers', instructions: 'Answer in one or two sentences.', parameters: { temperature: 0.4 } },
]

/** The user's own, kept in this browser. */
export const presetStore = savedStore<readonly Preset[]>('trivet.presets', [], (value) =>
  Array.isArray(value) ? (value as Preset[]) : [],
)

export function savePreset(preset: Preset): void {
  presetStore.update((presets) => [...presets.filter(({ name }) => name !== preset.name), preset])
}

export function removePreset(name: string): void {
  presetStore.update((presets) => presets.filter((preset) => preset.name !== name))
}
