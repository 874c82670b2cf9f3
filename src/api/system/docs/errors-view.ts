import { ERRORS } from '../../../core/errors.ts'
import { type Html, html, prose } from './html.ts'

/** The errors table, as clients meet it. */
export function errorsView(): Html {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, message }]) =>
      html`<tr><th><code>${code}</code></th><td><code>${status}</code></td><td>${prose(message)}</td></tr>`,
  )
  return html`<section id="errors">
<h2>Errors</h2>
<p>Every error of every route is an <a href="#schema-Error">Error</a> with one of these codes. What is in braces is filled in.</p>
<table class="errors"><tbody>${rows}</tbody></table>
</section>
`
}
