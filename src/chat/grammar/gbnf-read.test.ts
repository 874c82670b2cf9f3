import { describe, expect, it } from 'vitest'
import { matches } from '../../../test/grammar/matches.ts'
import { toGbnf } from './gbnf.ts'
import { readGbnf } from './gbnf-read.ts'
import { GrammarRefusal } from './refusal.ts'

/** As llama.cpp's own examples are written. */
const ARITHMETIC = `
# an expression a line
root  ::= (expr "=" ws term "\\n")+
expr  ::= term ([-+*/] term)*
term  ::= ident | num | "(" ws expr ")" ws
ident ::= [a-z] [a-z0-9_]* ws
num   ::= [0-9]+ ws
ws    ::= [ \\t\\n]*
`

const CHESS = `root ::= (
    # the first move
    "1. " move " " move "\\n"
    ([1-9] [0-9]? ". " move " " move "\\n")+
)
move ::= (pawn | nonpawn | castle) [+#]?

# piece type, optional file/rank, optional capture, dest file & rank
nonpawn ::= [NBKQR] [a-h]? [1-8]? "x"? [a-h] [1-8]
pawn ::= ([a-h] "x")? [a-h] [1-8] ("=" [NBKQR])?
castle ::= "O-O" "-O"?
`

describe('readGbnf', () => {
  it.each([
    [ARITHMETIC, ['x=1\n', '(a+b) *2=c\nx=y\n'], ['', 'x=', 'x+=1\n', 'X=1\n']],
    [
      CHESS,
      ['1. e4 e5\n2. Nf3 Nc6\n', '1. d4 d5\n2. O-O exd5+\n10. a8=Q O-O-O\n'],
      ['1. e4 e5\n', '1. e9 e5\n2. e4 e5\n'],
    ],
    ['root ::= "a"{2} "b"{1,} "c"{0,2} ("d" | "e")?', ['aab', 'aabbcce'], ['ab', 'aabccc', 'aabde']],
    [
      'root ::= [^a-c\\]]{2,3} [é-ü\\u4e00-\\U00009FFF] "\\x41\\"\\\\"',
      ['xyéA"\\', '123日A"\\'],
      ['abéA"\\', 'xyA"\\', 'x]éA"\\'],
    ],
    ['root ::= . .', ['ab', '日😀'], ['a', 'abc']],
    ['root ::= a | b | \n "c"\na ::= "x"\r\nb ::= ""', ['x', '', 'c'], ['xx']],
    ['root ::= "x"{3000}', ['x'.repeat(3000)], ['x'.repeat(2999)]],
    ['root ::= [a-] [-z]', ['a-', '-z', '--'], ['aa', 'zz']],
  ])('reads %j', (source, fitting, other) => {
    const part = readGbnf(source)
    for (const text of fitting) expect([text, matches(part, text)]).toEqual([text, true])
    for (const text of other) expect([text, matches(part, text)]).toEqual([text, false])
    // What is written of it is read as the same language.
    const again = readGbnf(toGbnf(part))
    for (const text of [...fitting, ...other]) expect(matches(again, text)).toBe(matches(part, text))
  })

  it.each([
    ['', 'has no rule named `root`'],
    ['answer ::= "a"', 'has no rule named `root`'],
    [
      'root ::= a a a a a a a a\na ::= b b b b b b b b\nb ::= c c c c c c c c\nc ::= "x"? "y"? "z"?',
      'has too many parts in a row that may be nothing',
    ],
    ['root ::= "go" (("a"{0,50} "b"{0,50}){0,50})', 'has too many parts in a row that may be nothing'],
    ['root ::= ("a"', "can't be read: in line 1, `)` is expected"],
    ['root ::= "a', "can't be read: in line 1, the grammar breaks off"],
    ['root ::= "a" )', 'can\'t be read: in line 1, the end of the rule is expected at ")"'],
    ['root = "a"', 'can\'t be read: in line 1, `::=` is expected at "= \\"a\\""'],
    ['root ::= "a"\nb ::= "\\q"', 'can\'t be read: in line 2, this escape is unknown at "\\\\q\\""'],
    ['root ::= *', 'can\'t be read: in line 1, the end of the rule is expected at "*"'],
    ['root ::= a', "uses the rule `a`, which it doesn't define"],
    ['root ::= root "a" | "a"', 'has the rule `root` begin with itself'],
    ['root ::= a\na ::= "x"? b\nb ::= a "y"', 'has the rule `a` begin with itself'],
    ['root ::= "a" root', 'fits no text'],
    ['root ::= ("a"?)*', 'repeats what may be nothing without end'],
    [`root ::= ${'('.repeat(200)}"a"${')'.repeat(200)}`, 'nests more than 100 groups'],
    ['x'.repeat(300_000), 'is longer than 200000 characters'],
  ])('refuses what is wrong (%#)', (source, words) => {
    expect(() => readGbnf(source)).toThrow(new GrammarRefusal(words))
  })

  it('keeps the notation of tokens for the engine, which knows them', () => {
    expect(toGbnf(readGbnf('root ::= <think> !<[12]>* "x"'))).toBe('root ::= <think> !<[12]>* "x"\n')
  })
})
