import { join } from 'node:path'
import { type MetadataValue, string, strings } from '../../gguf/format.ts'
import { type JsonObject, objects, readBounded, readJson } from '../read-json.ts'

/**
 * Templates that make a prompt of messages: in a file of their own, which counts first, or in `tokenizer_config.json`.
 * One may be for requests with tools.
 */
export async function chatTemplateMetadata(
  folder: string,
  tokenizerConfig: JsonObject,
): Promise<[string, MetadataValue][]> {
  const file = await readBounded(join(folder, 'chat_template.jinja'))
  if (file !== null) return [['tokenizer.chat_template', string(file.toString('utf8'))]]
  const older = await readJson(join(folder, 'chat_template.json'))
  const template = tokenizerConfig.chat_template ?? older?.chat_template
  if (typeof template === 'string') return [['tokenizer.chat_template', string(template)]]
  return named(template)
}

function named(templates: unknown): [string, MetadataValue][] {
  const all = objects(templates).flatMap(({ name, template }) =>
    typeof name === 'string' && typeof template === 'string' ? [{ name: name.replace(/\W/g, '_'), template }] : [],
  )
  const others = all.filter(({ name }) => name !== 'default')
  return [
    ...all.map(({ name, template }): [string, MetadataValue] => [
      name === 'default' ? 'tokenizer.chat_template' : `tokenizer.chat_template.${name}`,
      string(template),
    ]),
    ...(others.length > 0
      ? [['tokenizer.chat_templates', strings(others.map(({ name }) => name))] as [string, MetadataValue]]
      : []),
  ]
}
