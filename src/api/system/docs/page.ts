import type { OpenApiDocument } from './document.ts'
import { errorsView } from './errors-view.ts'
import { type Html, html, prose } from './html.ts'
import { type Route, routeAnchor, routeView, schemaView } from './route-view.ts'
import { STYLE } from './style.ts'

/**
 * The API's documentation as one page without scripts or outside resources, made from its OpenAPI document.
 * @param source where that document is
 */
export function docsPage(document: OpenApiDocument, source = '/openapi.json'): { html: string; style: string } {
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
<h2><a href="#errors">Errors</a></h2>
<h2>Schemas</h2>
<ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
</nav>
<main id="top">
<header><h1>${title} API</h1><p>${prose(description ?? '')}</p>
<p>For programs, the same as <a href="${source}">OpenAPI</a>.</p></header>
${routes.map(routeView)}
${errorsView()}
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
  const links = routes
    .filter(({ operation }) => operation.tags?.includes(tag))
    .map((route) => {
      const { method, path } = route
      return html`<li><a href="#${routeAnchor(route)}"><b class="${method}">${method}</b> ${path}</a></li>`
    })
  return html`<h2>${tag}</h2>
<ul>${links}</ul>
`
}
