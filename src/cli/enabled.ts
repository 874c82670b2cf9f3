import { Document, isMap, isSeq, parseDocument, YAMLMap, YAMLSeq } from 'yaml'
import { TrivetError } from '../core/errors.ts'
import { FOREIGN_STORES } from '../core/model-stores.ts'

/** A model as the settings name it. */
export interface NamedModel {
  readonly id: string
  readonly path: string
  readonly instances?: number | undefined
}

/** The settings with this model loaded at every start; comments and everything else stay. Throws `invalid_config`. */
export function withEnabled(text: string, model: NamedModel): string {
  const document = settingsOf(text)
  const models = modelsOf(document)
  // Whoever names models has only those served, unless other programs' are named too.
  if (models.items.length === 0 && !document.has('model_stores')) document.set('model_stores', [...FOREIGN_STORES])
  const entry = entryOf(models, model.id) ?? new YAMLMap()
  if (!models.items.includes(entry)) {
    entry.set('id', model.id)
    entry.set('path', model.path)
    models.add(entry)
  }
  if (model.instances !== undefined) entry.set('instances', model.instances)
  entry.set('preload', true)
  return document.toString()
}

/** The settings with this model no longer loaded at the start; `null`: it isn't. Throws `invalid_config`. */
export function withDisabled(text: string, id: string): string | null {
  const document = settingsOf(text)
  const entry = entryOf(modelsOf(document), id)
  if (entry === undefined || entry.get('preload') !== true) return null
  entry.set('preload', false)
  return document.toString()
}

function settingsOf(text: string): Document {
  const document = parseDocument(text, { logLevel: 'error' })
  const [flaw] = document.errors
  if (flaw) throw new TrivetError('invalid_config', { reason: `this is not YAML: ${flaw.message.split('\n')[0]}` })
  return document.contents === null ? new Document({}) : document
}

function modelsOf(document: Document): YAMLSeq {
  const models = document.get('models')
  if (isSeq(models)) return models
  const created = new YAMLSeq()
  document.set('models', created)
  return created
}

function entryOf(models: YAMLSeq, id: string): YAMLMap | undefined {
  return models.items.filter(isMap).find((entry) => entry.get('id') === id) as YAMLMap | undefined
}
