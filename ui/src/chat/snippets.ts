import type { ResponseRequest } from '../api/responses.ts'

export const SNIPPETS = ['curl', 'TypeScript', 'Python'] as const

export type SnippetKind = (typeof SNIPPETS)[number]

interface SnippetOptions {
  readonly kind: SnippetKind
  /** Such as `http://127.0.0.1:8420/v1`. */
  readonly baseUrl: string
  readonly hasKey: boolean
}

/** A program that asks for the same. */
export function snippetOf(request: ResponseRequest, { kind, baseUrl, hasKey }: SnippetOptions): string {
  switch (kind) {
    case 'curl':
      return [
        `curl ${baseUrl}/responses \\`,
        ...(hasKey ? ['  -H "authorization: Bearer $TRIVET_API_KEY" \\'] : []),
        "  -H 'content-type: application/json' \\",
        `  -d '${JSON.stringify(request, null, 2).replaceAll("'", "'\\''")}'`,
      ].join('\n')
    case 'TypeScript':
      return `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: ${hasKey ? 'process.env.TRIVET_API_KEY' : "'none'"} })
const response = await client.responses.create(${JSON.stringify(request, null, 2)})
console.log(response.output_text)`
    case 'Python':
      return `${hasKey ? 'import os\n' : ''}from openai import OpenAI

client = OpenAI(base_url=${JSON.stringify(baseUrl)}, api_key=${hasKey ? 'os.environ["TRIVET_API_KEY"]' : '"none"'})
response = client.responses.create(${pythonArguments(request)})
print(response.output_text)`
  }
}

/** What the library has no name for goes into `extra_body`. */
const PYTHON_NAMES = [
  'model',
  'input',
  'instructions',
  'temperature',
  'top_p',
  'max_output_tokens',
  'reasoning',
  'tools',
  'truncation',
]

function pythonArguments(request: ResponseRequest): string {
  const entries = Object.entries(request)
  const known = entries.filter(([name]) => PYTHON_NAMES.includes(name))
  const extra = entries.filter(([name]) => !PYTHON_NAMES.includes(name))
  const lines = known.map(([name, value]) => `    ${name}=${python(value, 1)},`)
  if (extra.length > 0) lines.push(`    extra_body=${python(Object.fromEntries(extra), 1)},`)
  return `\n${lines.join('\n')}\n`
}

/** A JSON value as Python writes it; its strings are JSON's. */
function python(value: unknown, depth: number): string {
  const [inside, outside] = ['    '.repeat(depth + 1), '    '.repeat(depth)]
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const lines = isList
    ? value.map((each) => `${inside}${python(each, depth + 1)},\n`)
    : Object.entries(value).map(([name, each]) => `${inside}${JSON.stringify(name)}: ${python(each, depth + 1)},\n`)
  const [open, close] = isList ? '[]' : '{}'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('')}${outside}${close}`
}
