/** Where this server is, and as what it is asked. */
export interface Access {
  /** Without a slash at the end: `http://127.0.0.1:8420`. */
  readonly origin: string
  readonly model: string
  /** Whether it wants a key, which is then read from the environment. */
  readonly hasKey: boolean
}

/** A program that can be pointed at this server. */
export interface Client {
  readonly name: string
  /** Where the text goes, or what is done with it. */
  readonly where: string
  /** Of the text, for its colours. */
  readonly language: string
  readonly text: (access: Access) => string
}

const KEY = 'TRIVET_API_KEY'

const json = (value: object) => JSON.stringify(value, null, 2)

export const CLIENTS: readonly Client[] = [
  {
    name: 'OpenAI for Python',
    where: 'pip install openai',
    language: 'python',
    text: ({ origin, model, hasKey }) => `${hasKey ? 'import os\n' : ''}from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=${hasKey ? `os.environ["${KEY}"]` : '"none"'})
answer = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
  },
  {
    name: 'OpenAI for TypeScript',
    where: 'npm install openai',
    language: 'typescript',
    text: ({ origin, model, hasKey }) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: ${hasKey ? `process.env.${KEY}` : "'none'"} })
const answer = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
  },
  {
    name: 'Codex',
    where: '~/.codex/config.toml',
    language: 'toml',
    text: ({ origin, model, hasKey }) => `model = ${JSON.stringify(model)}
model_provider = "trivet"

[model_providers.trivet]
name = "Trivet"
base_url = "${origin}/v1"
wire_api = "responses"${hasKey ? `\nenv_key = "${KEY}"` : ''}`,
  },
  {
    name: 'Claude Code',
    where: 'In the terminal',
    language: 'bash',
    text: ({ origin, model, hasKey }) => `export ANTHROPIC_BASE_URL=${origin}
export ANTHROPIC_AUTH_TOKEN=${hasKey ? `$${KEY}` : 'none'}
claude --model ${shellWord(model)}`,
  },
  {
    name: 'opencode',
    where: 'opencode.json',
    language: 'json',
    text: ({ origin, model, hasKey }) =>
      json({
        $schema: 'https://opencode.ai/config.json',
        provider: {
          trivet: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Trivet',
            options: { baseURL: `${origin}/v1`, ...(hasKey && { apiKey: `{env:${KEY}}` }) },
            models: { [model]: { name: model } },
          },
        },
        model: `trivet/${model}`,
      }),
  },
  {
    name: 'Continue',
    where: '~/.continue/config.yaml',
    language: 'yaml',
    text: ({ origin, model, hasKey }) => `name: Local
version: 1.0.0
schema: v1
models:
  - name: ${JSON.stringify(model)}
    provider: openai
    model: ${JSON.stringify(model)}
    apiBase: ${origin}/v1
    apiKey: ${hasKey ? `\${{ secrets.${KEY} }}` : 'none'}
    roles: [chat, edit, apply]`,
  },
  {
    name: 'Open WebUI',
    where: 'When it is started, or under Settings, Connections',
    language: 'bash',
    text: ({ origin, hasKey }) => `export OPENAI_API_BASE_URL=${origin}/v1
export OPENAI_API_KEY=${hasKey ? `$${KEY}` : 'none'}
open-webui serve`,
  },
  {
    name: 'n8n',
    where: 'A credential of the kind OpenAI',
    language: 'text',
    text: ({ origin, model, hasKey }) => `Base URL: ${origin}/v1
API Key:  ${hasKey ? 'a key of this server' : 'none'}
Model:    ${model}`,
  },
]

/** As it is where a shell reads it as one word, else in quotes. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
