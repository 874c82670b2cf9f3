import { suiteGroups } from '../fixtures/json-schema-suite/index.ts'

/** A schema to try, and what the ones who judge answers need to know of it. */
export interface TrialSchema {
  readonly name: string
  readonly schema: unknown
  readonly draft: 'draft-07' | '2020-12'
}

/** Schemas as applications write them, and corners that the test suite leaves out. */
const OWN: Readonly<Record<string, unknown>> = {
  person: {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 12 }, age: { type: 'integer', minimum: 0, maximum: 150 } },
    required: ['name', 'age'],
    additionalProperties: false,
  },
  'tree behind references': {
    $defs: {
      C: { enum: ['a', 'b'] },
      N: {
        type: 'object',
        properties: { c: { $ref: '#/$defs/C' }, kids: { type: 'array', maxItems: 2, items: { $ref: '#/$defs/N' } } },
        required: ['c', 'kids'],
        additionalProperties: false,
      },
    },
    $ref: '#/$defs/N',
  },
  'reference into an anyOf': {
    type: 'object',
    properties: { x: { anyOf: [{ type: 'null' }, { enum: ['one', 'two'] }] }, y: { $ref: '#/properties/x/anyOf/1' } },
    required: ['x', 'y'],
  },
  'reference with siblings': {
    $defs: { small: { type: 'integer', minimum: 0 } },
    type: 'array',
    minItems: 1,
    maxItems: 3,
    items: { $ref: '#/$defs/small', maximum: 30, multipleOf: 7 },
  },
  'twenty optional members': {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, { type: 'boolean' }])),
    additionalProperties: false,
    minProperties: 2,
    maxProperties: 5,
  },
  'extra members of one kind': {
    type: 'object',
    properties: { a: { type: 'integer', minimum: 0, maximum: 9 } },
    required: ['a'],
    additionalProperties: { type: 'boolean' },
    maxProperties: 4,
  },
  'a discriminated union': {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, r: { type: 'number', exclusiveMinimum: 0 } },
        required: ['kind', 'r'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'square' }, side: { type: 'number', maximum: 10 } },
        required: ['kind', 'side'],
      },
    ],
  },
  'an expression, whose alternatives begin alike': {
    $defs: {
      E: {
        anyOf: [
          {
            type: 'object',
            properties: { left: { $ref: '#/$defs/E' }, plus: { $ref: '#/$defs/E' } },
            required: ['left', 'plus'],
          },
          {
            type: 'object',
            properties: { left: { $ref: '#/$defs/E' }, minus: { $ref: '#/$defs/E' } },
            required: ['left', 'minus'],
          },
          { type: 'integer', minimum: 0, maximum: 9 },
        ],
      },
    },
    $ref: '#/$defs/E',
  },
  'merged by allOf': {
    allOf: [
      { type: 'object', properties: { a: { type: 'string', maxLength: 8 } }, required: ['a'] },
      { properties: { a: { pattern: '^[a-f]+$' }, b: { type: 'boolean' } }, required: ['b'] },
    ],
  },
  'a pattern and a length': { type: 'string', pattern: '[0-9]', minLength: 3, maxLength: 6 },
  'a pattern with quotes and a backslash': { type: 'string', pattern: '^hello there indeed\\\\!$' },
  'control characters': { type: 'string', pattern: '^[\\u0000-\\u001f"\\\\]{4}$' },
  'a password': { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{6,10}$' },
  'four characters that are no letters': { type: 'string', pattern: '^\\P{L}{4}$' },
  'a long count': { type: 'string', minLength: 70, maxLength: 140 },
  'many items': { type: 'array', items: { type: 'integer', minimum: 0, maximum: 9 }, minItems: 40, maxItems: 100 },
  'a tuple and more': {
    type: 'array',
    prefixItems: [{ type: 'boolean' }, { enum: ['x', 'y'] }],
    items: { type: 'null' },
    minItems: 1,
    maxItems: 5,
  },
  'different values': { type: 'array', items: { enum: ['a', 'b', 'c', 1] }, uniqueItems: true, minItems: 2 },
  'a nullable': {
    type: 'object',
    properties: { a: { type: 'string', nullable: true, maxLength: 3 } },
    required: ['a'],
  },
  'values of every kind': { enum: [null, true, 0, -1.5, 'é"\\\n', [1, [2]], { a: { b: [] } }] },
  'values narrowed by siblings': { enum: [1, 2, 3, 'four', [5], { six: 6 }], type: ['integer', 'object'], minimum: 2 },
  'keys by pattern': {
    type: 'object',
    patternProperties: { '^n_': { type: 'integer', minimum: 0, maximum: 99 }, _s$: { maximum: 50 } },
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 3,
  },
  'names of keys': {
    type: 'object',
    propertyNames: { pattern: '^[a-z]{1,5}$' },
    additionalProperties: { type: 'boolean' },
    maxProperties: 3,
  },
  'names of keys from a list': {
    type: 'object',
    propertyNames: { enum: ['red', 'green'] },
    additionalProperties: { const: 1 },
  },
  'keys that need escapes': {
    type: 'object',
    properties: { 'a"\\\n/é': { const: 1 }, '': { const: 2 } },
    required: ['a"\\\n/é', ''],
  },
  'a large range': { type: 'integer', minimum: -123456, maximum: 987654 },
  'a narrow number': { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.2 },
  cents: { type: 'number', minimum: 0, maximum: 99.5, multipleOf: 0.25 },
  hundreds: { type: 'integer', multipleOf: 700 },
  ...Object.fromEntries(
    [
      'date',
      'time',
      'date-time',
      'duration',
      'uuid',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'json-pointer',
      'byte',
    ].map((format) => [`format ${format}`, { type: 'string', format, maxLength: 40 }]),
  ),
}

/** Every schema of the test suite, and our own. */
export const trialSchemas: readonly TrialSchema[] = [
  ...suiteGroups.map(({ group, schema }) => ({
    name: group,
    schema,
    draft: group.startsWith('draft-07/') ? ('draft-07' as const) : ('2020-12' as const),
  })),
  ...Object.entries(OWN).map(([name, schema]) => ({ name, schema, draft: '2020-12' as const })),
]
