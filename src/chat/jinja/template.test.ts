import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileJinja } from './template.ts'

interface Snippets {
  readonly variables: Record<string, unknown>
  readonly snippets: readonly { readonly source: string; readonly text?: string; readonly raises?: string }[]
}

/** What Python's Jinja2 made of them, in transformers' environment: tools/template-goldens/freeze.py --snippets. */
const { variables, snippets } = JSON.parse(
  readFileSync(new URL('../../../test/templates/snippets.json', import.meta.url), 'utf8'),
) as Snippets

const NOW = new Date(2026, 0, 2, 15, 4, 5)

function render(source: string, more: Record<string, unknown> = {}): string {
  return compileJinja(source).render({ ...variables, ...more }, NOW)
}

function failure(source: string): string {
  try {
    render(source)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('it did not fail')
}

describe('as Python renders', () => {
  test.each(snippets.filter(({ text }) => text !== undefined))('$source', ({ source, text }) => {
    expect(render(source)).toBe(text)
  })

  test.each(snippets.filter(({ raises }) => raises !== undefined))('$source fails', ({ source, raises }) => {
    expect(failure(source)).toBe(raises)
  })
})

describe('a template that cannot be parsed says where', () => {
  test.each([
    ['a\nb {% if x %}\nc', 'line 2: `{% endif %}` is missing for what begins here.'],
    ['{{ x', 'line 1: `{{` is not closed.'],
    ['\n\n{% frobnicate %}', 'line 3: there is no statement `frobnicate` here.'],
    ['\n{{ a b }}', 'line 2: `}}` was expected, not `b`.'],
    ['{{ ) }}', 'line 1: unexpected `)`.'],
    ['{% for x of y %}{% endfor %}', 'line 1: `in` was expected, not `of`.'],
    ['a\n{% if %}', 'line 2: an expression was expected, not `%}`.'],
    ['{{ 1 + }}', 'line 1: an expression was expected, not `}}`.'],
    ['{# never', 'line 1: a comment is not closed.'],
    ['{{ a ? b }}', 'line 1: unexpected character `?`.'],
    ['{% endif %}', 'line 1: there is no statement `endif` here.'],
    ['{{ x is 3 }}', 'line 1: a test was expected, not `3`.'],
    ['{% raw %}', 'line 1: `raw` is not closed.'],
  ])('%j', (source, message) => {
    expect(failure(source)).toBe(message)
  })

  test.each([
    ['{{ 1 | nope }}', "there is no filter named 'nope'"],
    ['{{ 1 is nope }}', "there is no test named 'nope'"],
  ])('%s is found out when it gets there', (source, message) => {
    expect(failure(source)).toBe(message)
  })
})

describe('more than the sandbox of transformers allows, as published templates need it', () => {
  test('a list can be added to', () => {
    expect(render('{% set l = [1] %}{% set _ = l.append(2) %}{{ l }}')).toBe('[1, 2]')
  })

  test('what map and select give can be dumped', () => {
    expect(render("{{ users | map(attribute='size') | tojson }}")).toBe('[3, 1, 2, 5]')
  })
})

describe('no template takes the server', () => {
  test.each([
    ['{{ "a" * 1000000000 }}', 'a repeated value is too large'],
    ['{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}', 'the template takes too long'],
    ['{% set t = "x" * 10000000 %}{{ t }}{{ t }}{{ t }}{{ t }}', 'the template writes too much'],
  ])('%s', (source, message) => {
    expect(failure(source)).toBe(message)
  })

  test('a macro that never ends is a RangeError', () => {
    expect(() => render('{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}')).toThrow(RangeError)
  })
})
