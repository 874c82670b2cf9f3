// Does chat_template.jinja render what template.py renders? `python3 parity.py | node parity.mjs`
import { readFileSync } from 'node:fs'
import { Template } from '@huggingface/jinja'

const template = new Template(readFileSync(new URL('chat_template.jinja', import.meta.url), 'utf8').trimEnd())
const lines = readFileSync(0, 'utf8').trim().split('\n').map(line => JSON.parse(line))
let different = 0
for (const { messages, tools, thinking, generate, text } of lines) {
  const switches = thinking ? { enable_thinking: true } : Math.random() < 0.5 ? {} : { enable_thinking: false }
  const rendered = template.render({ messages, ...(tools && { tools }), add_generation_prompt: generate, ...switches })
  if (rendered === text) continue
  if (different++ < 3) console.error(JSON.stringify(rendered), '\n!=', JSON.stringify(text), '\n')
}
console.log(`${lines.length - different} of ${lines.length} conversations render the same`)
process.exit(different ? 1 : 0)
