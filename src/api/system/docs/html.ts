/** Markup that is safe to put into a page. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Fragment = Html | string | number | null | readonly Fragment[]

/** Markup from a template: what is filled in is escaped unless it is markup itself; null is nothing. */
export function html(parts: TemplateStringsArray, ...fragments: readonly Fragment[]): Html {
  return new Html(parts.reduce((out, part, index) => out + markupOf(fragments[index - 1] ?? null) + part))
}

/** Prose in which backticks mark code. */
export function prose(text: string): readonly Html[] {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
}

function markupOf(fragment: Fragment): string {
  if (fragment === null) return ''
  if (fragment instanceof Html) return fragment.markup
  if (typeof fragment === 'object') return fragment.map(markupOf).join('')
  return escaped(String(fragment))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
