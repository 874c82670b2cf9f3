import { expect, test } from 'vitest'
import { tidyComponents } from './openapi-components.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('keeps what is used, under its own name, both forms only where both are used', () => {
  const document = {
    paths: { sent: ref('AInput'), answered: ref('B'), both: [ref('CInput'), ref('C')] },
    components: {
      schemas: {
        AInput: { items: ref('PartInput') },
        A: {},
        B: { $ref: 'elsewhere' },
        BInput: {},
        C: {},
        CInput: {},
        PartInput: {},
        Part: {},
      },
    },
  }
  expect(tidyComponents(document)).toEqual({
    paths: { sent: ref('A'), answered: ref('B'), both: [ref('CInput'), ref('C')] },
    components: { schemas: { A: { items: ref('Part') }, B: { $ref: 'elsewhere' }, C: {}, CInput: {}, Part: {} } },
  })
})
