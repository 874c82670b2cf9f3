import type { HLJSApi, LanguageFn } from 'highlight.js'
import { codeHtml } from './sanitize.ts'

type Loader = () => Promise<{ default: LanguageFn }>

const LANGUAGES: Readonly<Record<string, Loader>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

const ALIASES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  cs: 'csharp',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  jsx: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  patch: 'diff',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

/** Longer code stays as it is: colours aren't worth a page that stands still. */
const MOST_CHARACTERS = 60_000

let library: Promise<HLJSApi> | null = null

/** Code as HTML with its words marked; `null`: of a language that isn't known here, or too long. */
export async function highlighted(code: string, language: string): Promise<string | null> {
  const name = ALIASES[language.toLowerCase()] ?? language.toLowerCase()
  const load = LANGUAGES[name]
  if (load === undefined || code.length > MOST_CHARACTERS) return null
  library ??= import('highlight.js/lib/core').then((module) => module.default)
  const [hljs, rules] = await Promise.all([library, load()])
  if (hljs.getLanguage(name) === undefined) hljs.registerLanguage(name, rules.default)
  return codeHtml(hljs.highlight(code, { language: name, ignoreIllegals: true }).value)
}
