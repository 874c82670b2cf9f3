import { Document, isScalar } from 'yaml'
import { SETTING_KEYS } from './keys.ts'
import type { ReadSettings } from './read-settings.ts'
import { valueAt } from './tree.ts'

/** The settings as a `trivet.yaml` that says them all; behind each that is no default, where it comes from. */
export function settingsText({ settings, layers }: ReadSettings): string {
  const document = new Document(JSON.parse(JSON.stringify(settings)))
  for (const { path } of SETTING_KEYS) {
    const source = layers.find((layer) => valueAt(layer.values, path) !== undefined)
    const node = document.getIn(path, true)
    if (!source || typeof node !== 'object' || node === null) continue
    const from = ` ${source.name(path)}`
    if (isScalar(node)) node.comment = from
    else (node as { commentBefore?: string }).commentBefore = from
  }
  return document.toString({ lineWidth: 0 })
}
