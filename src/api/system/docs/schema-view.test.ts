import { expect, test } from 'vitest'
import type { Schema } from './document.ts'
import { html } from './html.ts'
import { fieldRows, typeView } from './schema-view.ts'

test.each<[Schema, string]>([
  [{}, 'any'],
  [{ type: 'number', minimum: 0, maximum: 2 }, 'number, 0 to 2'],
  [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'integer, at least 1'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ anyOf: [{ type: 'string' }, { const: 5 }] }, { type: 'null' }] }, 'string or <code>5</code> or null'],
  [{ enum: ['a', 'b'] }, '<code>&quot;a&quot;</code> | <code>&quot;b&quot;</code>'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, 'array of string, at most 3'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
  [{ $ref: '#/components/schemas/Model' }, '<a href="#schema-Model">Model</a>'],
])('%j', (schema, expected) => {
  expect(typeView(schema).markup).toBe(expected)
})

test('fields of objects inside follow with their path', () => {
  const inner: Schema = { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] }
  const schema: Schema = {
    properties: { a: { anyOf: [inner, { type: 'null' }] }, list: { type: 'array', items: inner } },
  }
  const names = [...html`${fieldRows(schema)}`.markup.matchAll(/<th><code>([^<]*)<\/code>( <em>required<\/em>)?/g)]
  expect(names.map(([, name, required]) => [name, !!required])).toEqual([
    ['a', false],
    ['a.b', true],
    ['list', false],
    ['list[].b', true],
  ])
})
