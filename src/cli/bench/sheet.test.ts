import { expect, test } from 'vitest'
import { printSheet } from './sheet.ts'

const sheet = {
  headings: ['test', 't/s'],
  rows: [
    ['pp512', '12.50'],
    ['a|b', 'failed: "x", y'],
  ],
  data: [{ speed: 1 }],
}

test.each([
  ['table', 'test   t/s\npp512  12.50\na|b    failed: "x", y'],
  ['csv', 'test,t/s\npp512,12.50\na|b,"failed: ""x"", y"'],
  ['md', '| test | t/s |\n| --- | --- |\n| pp512 | 12.50 |\n| a\\|b | failed: "x", y |'],
  ['json', '[\n  {\n    "speed": 1\n  }\n]'],
] as const)('%s', (form, text) => {
  expect(printSheet(sheet, form)).toBe(text)
})
