import { systemClock } from '../../core/clock.ts'
import { systemLocks } from '../../models/catalogue/open.ts'
import { cleanStore } from '../../models/own/clean.ts'
import { storeLayout } from '../../models/own/layout.ts'
import { modelsHome } from '../open-models.ts'
import { byteSize } from '../table.ts'

/** Deletes what broken-off work has left in the store; resolves with what to print. */
export async function cleanHere(json: boolean): Promise<string> {
  const { stagings, freedBytes } = await cleanStore(storeLayout(modelsHome(process.env)), systemLocks(systemClock))
  if (json) return JSON.stringify({ models: stagings, freed_bytes: freedBytes }, null, 2)
  if (freedBytes === 0 && stagings.length === 0) return 'There is nothing to clean.'
  const of = stagings.length === 0 ? '' : ` What there was of ${stagings.join(', ')} is gone.`
  return `Freed ${byteSize(freedBytes)}.${of}`
}
