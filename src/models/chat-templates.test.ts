import { expect, test } from 'vitest'
import { chatTemplatesBeside, type TemplateFiles } from './chat-templates.ts'

function folder(files: Readonly<Record<string, string>>): TemplateFiles {
  return { read: (path) => files[path] ?? null, isFolder: (path) => path === '/m' }
}

const LIST = JSON.stringify({
  chat_template: [{ name: 'default', template: 'D' }, { name: 'tool_use', template: 'T' }, { name: 3 }, null],
})

test.each([
  ['nothing', {}, null, null],
  ['a file', { '/m/chat_template.jinja': 'J' }, 'J', null],
  ['a configuration', { '/m/tokenizer_config.json': '{"chat_template": "C"}' }, 'C', null],
  ['a configuration with several', { '/m/tokenizer_config.json': LIST }, 'D', 'T'],
  ['both', { '/m/chat_template.jinja': 'J', '/m/tokenizer_config.json': LIST }, 'J', 'T'],
  [
    'a file for tools',
    { '/m/additional_chat_templates/tool_use.jinja': 'T2', '/m/tokenizer_config.json': LIST },
    'D',
    'T2',
  ],
  ['a configuration without one', { '/m/tokenizer_config.json': '{}' }, null, null],
  ['a configuration that is none', { '/m/tokenizer_config.json': '[1' }, null, null],
  ['a configuration of null', { '/m/tokenizer_config.json': 'null' }, null, null],
])('%s in the folder', (_, files, chatTemplate, toolTemplate) => {
  expect(chatTemplatesBeside('/m', folder(files))).toEqual({ chatTemplate, toolTemplate })
  expect(chatTemplatesBeside('/m/model.gguf', folder(files))).toEqual({ chatTemplate, toolTemplate })
})
