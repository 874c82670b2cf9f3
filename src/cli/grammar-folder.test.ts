import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grammarReader } from './grammar-folder.ts'

describe('grammarReader', () => {
  let home = ''
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'grammars-'))
    mkdirSync(join(home, 'grammars/more'), { recursive: true })
    mkdirSync(join(home, 'grammars-2'))
    writeFileSync(join(home, 'grammars/a.gbnf'), 'root ::= "a"')
    writeFileSync(join(home, 'grammars/more/b.gbnf'), 'root ::= "b"')
    writeFileSync(join(home, 'secret'), 'secret')
    writeFileSync(join(home, 'grammars-2/c.gbnf'), 'root ::= "c"')
    writeFileSync(join(home, 'grammars/large.gbnf'), 'x'.repeat(2 * 1024 * 1024))
    symlinkSync(join(home, 'secret'), join(home, 'grammars/link.gbnf'))
  })
  afterAll(() => rmSync(home, { recursive: true }))

  it('reads files in the folder and below', () => {
    const read = grammarReader(join(home, 'grammars'))
    expect(read('a.gbnf')).toBe('root ::= "a"')
    expect(read('more/b.gbnf')).toBe('root ::= "b"')
    expect(read('more/../a.gbnf')).toBe('root ::= "a"')
    expect(read(join(home, 'grammars/a.gbnf'))).toBe('root ::= "a"')
  })

  it.each([
    '../secret',
    '../grammars-2/c.gbnf',
    'link.gbnf',
    'more',
    '.',
    '',
    'none.gbnf',
    'large.gbnf',
    '/etc/passwd',
    'a\0b',
  ])('refuses %j', (name) => {
    const reason = `\`grammar_path\` is ${JSON.stringify(name)}, which is no grammar file of this server.`
    expect(() => grammarReader(join(home, 'grammars'))(name)).toThrow(
      expect.objectContaining({ code: 'invalid_value', message: reason, param: 'grammar_path' }),
    )
  })

  it('refuses everything without a folder', () => {
    expect(() => grammarReader(null)('a.gbnf')).toThrow('`grammar_path` is not allowed')
  })
})
