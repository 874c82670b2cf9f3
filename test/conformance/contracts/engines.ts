import { ScriptFolder } from '../../engine/script-folder.ts'
import { models } from '../../fixtures/models.ts'

/** ChatML, so that the scripted engine sees who said what. */
const CHATML =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n'

const WORDS = 'It was a bright cold day in April, and the clocks were striking thirteen.'

/** What runs the models of a contract's checks. */
export interface Engine {
  readonly name: string
  /** Settings with a chat model `chat` and an embedding model `embedder`, both loaded when the server starts. */
  settings(): object
  dispose(): void
}

/** The test driver: a real child process that recites. */
export function scriptedEngine(): Engine {
  const folder = new ScriptFolder()
  return {
    name: 'the scripted driver',
    settings: () => {
      const steps = WORDS.split(/(?<= )/).map((text) => ({ text }))
      const chat = folder.write('chat', { logits: true, model: { chatTemplate: CHATML }, replies: [{ steps }] })
      const embedder = folder.write('embedder', { embeddingSize: 8, replies: [] })
      return { models: named({ chat, embedder }) }
    },
    dispose: () => folder.remove(),
  }
}

/** llama.cpp, with the smallest models there are. */
export function llamaEngine(): Engine {
  return {
    name: 'llama.cpp',
    settings: () => ({
      threads: 1,
      models: named({ chat: models.scripted({ script: WORDS }), embedder: models.embedder() }),
    }),
    dispose: () => {},
  }
}

function named(files: Readonly<Record<string, string>>): object[] {
  return Object.entries(files).map(([id, path]) => ({ id, path, preload: true }))
}
