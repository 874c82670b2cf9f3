import type { Content, OpenApiDocument, Operation, Schema } from './document.ts'
import { type Html, html, prose } from './html.ts'
import { fieldRows, typeView } from './schema-view.ts'
import { STYLE } from './style.ts'

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The API's documentation as one page without scripts or outside resources, made from its OpenAPI document. */
export function docsPage(document: OpenApiDocument): { html: string; style: string } {
  const { title, version, description } = document.info
  const routes = routesOf(document)
  const schemas = Object.entries(document.components?.schemas ?? {})
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Contents">
<a class="home" href="#top">${title} <small>${version}</small></a>
${tagsOf(routes).map((tag) => tagLinks(tag, routes))}
<h2>Schemas</h2>
<ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
</nav>
<main id="top">
<header><h1>${title} API</h1><p>${prose(description ?? '')}</p>
<p>The same as <a href="/openapi.json">OpenAPI 3.1</a>, for programs.</p></header>
${routes.map(routeView)}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => schemaView(name, schema))}
</main>
</body>
</html>
`
  return { html: page.markup, style: STYLE.markup }
}

function routesOf({ paths }: OpenApiDocument): readonly Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function tagsOf(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.flatMap(({ operation }) => operation.tags ?? []))]
}

function tagLinks(tag: string, routes: readonly Route[]): Html {
  const tagged = routes.filter(({ operation }) => operation.tags?.includes(tag))
  return html`<h2>${tag}</h2>
<ul>${tagged.map((route) => html`<li><a href="#${anchor(route)}"><b class="${route.method}">${route.method}</b> ${route.path}</a></li>`)}</ul>
`
}

function routeView(route: Route): Html {
  const { method, path, operation } = route
  return html`<section id="${anchor(route)}">
<h2><b class="${method}">${method}</b> <code>${path}</code></h2>
<p class="summary">${operation.summary ?? ''}</p>
<p>${prose(operation.description ?? '')}</p>
${(operation.parameters ?? []).map((parameter) => html`<p><code>${parameter.name}</code> in the ${parameter.in}: ${typeView(parameter.schema)}. ${prose(parameter.description ?? '')}</p>`)}
${operation.requestBody ? html`<p class="body">Request ${contentView(operation.requestBody.content)}</p>` : null}
<dl>${Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      html`<dt><code>${status === 'default' ? 'error' : status}</code></dt><dd>${prose(description)} ${content ? contentView(content) : null}</dd>`,
  )}</dl>
</section>
`
}

function contentView(content: Content): readonly Html[] {
  return Object.entries(content).map(
    ([type, { schema }]) => html`<span class="content">${typeView(schema)} <small>${type}</small></span> `,
  )
}

function schemaView(name: string, schema: Schema): Html {
  const rows = fieldRows(schema)
  return html`<section id="schema-${name}" class="schema">
<h3>${name}</h3>
<p>${prose(schema.description ?? '')}</p>
${rows.length > 0 ? html`<table><tbody>${rows}</tbody></table>` : html`<p>${typeView(schema)}</p>`}
</section>
`
}

function anchor({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[^\w]+/g, '-')}`
}
