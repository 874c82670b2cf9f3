import { savedStore } from '../lib/saved.ts'
import { NO_SETTINGS, readSettings } from './settings.ts'

/** What the next conversation begins with: the model and parameters of the last. */
export const lastSettings = savedStore('trivet.settings', NO_SETTINGS, (value) =>
  readSettings((value ?? {}) as Record<string, unknown>),
)
