import { join } from 'node:path'
import { readJson } from './read-json.ts'
import type { TokenSample } from './worker/messages.ts'

/** Words, numbers, signs, spaces and scripts, on which tokenizers that differ at all differ. */
const TEXTS = [
  "Hello, world! We've been here before; they'll say it's 12345.67 or 2024-01-01.",
  '  Two spaces\n\nand\ttabs; (brackets) [and] {more} + x_y = "z"',
  'Grüße, café, привет, 你好世界, 한국어 \u{1f422}',
]

/** What a folder's `tokenizer.json` makes of some texts; nothing where there is none, or one that can't be run here. */
export async function tokenSamples(folder: string): Promise<readonly TokenSample[]> {
  const json = await readJson(join(folder, 'tokenizer.json'))
  if (json === null) return []
  const config = (await readJson(join(folder, 'tokenizer_config.json'))) ?? {}
  const { Tokenizer } = await import('@huggingface/tokenizers')
  try {
    const tokenizer = new Tokenizer(json, config)
    return TEXTS.map((text) => ({ text, ids: tokenizer.encode(text).ids }))
  } catch {
    return []
  }
}
