import { fileURLToPath } from 'node:url'
import { ScriptFolder } from '../../engine/script-folder.ts'
import { models } from '../../fixtures/models.ts'

/** ChatML, so that the scripted engine sees who said what. */
const CHATML =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n'

const WORDS = 'It was a bright cold day in April, and the clocks were striking thirteen.'

/** What has a form can't be seen of models that never come to an end in it. */
const FORMS = [
  'enable_json makes the answer JSON',
  'response_format json_object makes the answer JSON',
  'response_format json_schema holds the answer to a schema',
  'a tool is called where tool_choice is required',
  'a tool is called where tool_choice is its name',
  'a call is streamed as deltas: id and name first, then its arguments',
]

/** Their models say little. */
const LLAMA_LACKS = [...FORMS, 'models are listed while an answer is on its way']

/** What runs the models of a contract's checks. */
export interface Engine {
  readonly name: string
  /** Settings with a chat model `chat` and an embedding model `embedder`, both loaded when the server starts. */
  settings(): object
  /** Checks that its models can't pass, and that may be skipped or end in a warning. */
  readonly lacks: readonly string[]
  dispose(): void
}

/** The test driver: a real child process that recites. */
export function scriptedEngine(): Engine {
  const folder = new ScriptFolder()
  return {
    name: 'the scripted driver',
    settings: () => {
      const steps = WORDS.split(/(?<= )/).map((text) => ({ text }))
      const script = { logits: true, model: { chatTemplate: CHATML }, replies: [{ steps }] }
      // It declares what it would enforce, and recites all the same.
      const chat = folder.write('chat', { ...script, refuses: ['constraint'] })
      const embedder = folder.write('embedder', { embeddingSize: 8, replies: [] })
      return { models: [...loaded({ chat, embedder }), precise(folder.write('precise', script))] }
    },
    lacks: [
      ...FORMS,
      'grammar_string holds the answer to a grammar',
      'logprobs are told for each token, and its likeliest rivals',
      'models are listed while an answer is on its way',
      'a second turn finds the first one in the cache',
    ],
    dispose: () => folder.remove(),
  }
}

/** llama.cpp, with the smallest models there are. */
export function llamaEngine(): Engine {
  return {
    name: 'llama.cpp',
    settings: () => llamaSettings(models.scripted({ script: WORDS })),
    lacks: LLAMA_LACKS,
    dispose: () => {},
  }
}

/** llama.cpp, with the model that comes with Trivet. */
export function demoEngine(): Engine {
  return {
    name: 'llama.cpp with the demo model',
    settings: () => llamaSettings(fileURLToPath(new URL('../../../models/demo.gguf', import.meta.url))),
    lacks: LLAMA_LACKS,
    dispose: () => {},
  }
}

function llamaSettings(chat: string): object {
  return { threads: 1, models: [...loaded({ chat, embedder: models.embedder() }), precise(models.random())] }
}

function loaded(files: Readonly<Record<string, string>>): object[] {
  return Object.entries(files).map(([id, path]) => ({ id, path, preload: true }))
}

/** A model whose id has all parts. */
function precise(path: string): object {
  return { id: 'org/Chat-GGUF:Q4_0', path, preload: false }
}
