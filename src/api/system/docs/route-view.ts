import type { Content, Operation, Schema } from './document.ts'
import { type Html, html, prose } from './html.ts'
import { fieldRows, typeView } from './schema-view.ts'

/** One method of one path. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Where on the page a route is. */
export function routeAnchor({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/\W+/g, '-')}`
}

export function routeView(route: Route): Html {
  const { method, path, operation } = route
  const body = operation.requestBody?.content
  return html`<section id="${routeAnchor(route)}">
<h2><b class="${method}">${method}</b> <code>${path}</code></h2>
<p class="summary">${operation.summary ?? ''}</p>
<p>${prose(operation.description ?? '')}</p>
<dl>${(operation.parameters ?? []).map(({ name, schema, description }) =>
    entry(html`<code>${name}</code>`, html`${typeView(schema)}. ${prose(description ?? '')}`),
  )}
${body ? entry(html`body`, html`${contentView(body)}`) : null}
${Object.entries(operation.responses)
  .filter(([status]) => status !== 'default')
  .map(([status, { description, content }]) =>
    entry(html`<code>${status}</code>`, html`${prose(description)} ${contentView(content ?? {})}`),
  )}</dl>
</section>
`
}

export function schemaView(name: string, schema: Schema): Html {
  const rows = fieldRows(schema)
  return html`<section id="schema-${name}" class="schema">
<h3>${name}</h3>
<p>${prose(schema.description ?? '')}</p>
${rows.length > 0 ? html`<table><tbody>${rows}</tbody></table>` : html`<p>${typeView(schema)}</p>`}
</section>
`
}

function entry(term: Html, details: Html): Html {
  return html`<dt>${term}</dt><dd>${details}</dd>`
}

function contentView(content: Content): readonly Html[] {
  return Object.entries(content).map(
    ([type, { schema }]) => html`<span class="content">${typeView(schema)} <small>${type}</small></span> `,
  )
}
