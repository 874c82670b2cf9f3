import { Html } from './html.ts'

/** Light and dark as the reader's system is; fonts of the system only. */
export const STYLE = new Html(`
:root { color-scheme: light dark; --ink: #1d2129; --dim: #5b6472; --line: #e3e6eb; --soft: #f6f7f9; --link: #0b5cad; --get: #0a7a4b; --post: #8a4b00 }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7ec; --dim: #9aa4b2; --line: #2c323c; --soft: #1b2028; --link: #6cb3ff; --get: #4cc38a; --post: #f0a558 } body { background: #14181f } }
* { box-sizing: border-box }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
code { font: .9em ui-monospace, SFMono-Regular, Consolas, monospace }
small { color: var(--dim) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1.25rem; border-right: 1px solid var(--line); background: var(--soft); font-size: .875rem }
nav .home { font-size: 1.125rem; font-weight: 650; color: inherit }
nav h2 a { color: inherit }
nav h2 { margin: 1.5rem 0 .25rem; font-size: .75rem; letter-spacing: .06em; text-transform: uppercase; color: var(--dim) }
nav ul { margin: 0; padding: 0; list-style: none }
nav li a { display: block; padding: .15rem 0; overflow-wrap: anywhere }
main { max-width: 62rem; padding: 2rem 2.5rem 6rem }
h1 { margin: 0; font-size: 1.9rem; letter-spacing: -.02em }
main h2 { margin: 0; font-size: 1.15rem; overflow-wrap: anywhere }
section { margin: 2.5rem 0; padding-top: 1.5rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem }
section p { margin: .5rem 0; max-width: 46rem }
section p:empty { display: none }
.summary { font-weight: 600 }
b.GET, b.POST { font: 700 .75rem ui-monospace, Consolas, monospace; letter-spacing: .04em }
b.GET { color: var(--get) }
b.POST { color: var(--post) }
dl { display: grid; grid-template-columns: 4.5rem 1fr; margin: 1rem 0 0 }
dt, dd { margin: 0; padding: .35rem 0; border-top: 1px solid var(--line) }
.content { white-space: nowrap }
.schema h3 { margin: 0; font-size: 1.05rem }
table { width: 100%; border-collapse: collapse; margin-top: .75rem; font-size: .9rem; table-layout: fixed }
th, td { padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; font-weight: 400 }
th { width: 32% }
td:nth-child(2) { width: 26% }
.errors th { width: 28% }
.errors td:nth-child(2) { width: 8% }
em { color: var(--post); font-size: .8em; font-style: normal }
:target { background: linear-gradient(90deg, var(--soft), transparent) }
@media (max-width: 56rem) { body { display: block } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) } main { padding: 1.25rem } th { width: 38% } td:nth-child(2) { width: 22% } }
`)
