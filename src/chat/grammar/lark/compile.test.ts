import { describe, expect, it } from 'vitest'
import { derive } from '../../../../test/fakes/derive.ts'
import { seededRandom } from '../../../../test/fakes/random.ts'
import { matches } from '../../../../test/grammar/matches.ts'
import { withinBudget } from '../budget.ts'
import { toGbnf } from '../gbnf.ts'
import { readGbnf } from '../gbnf-read.ts'
import { LIMITS } from '../limits.ts'
import { literal, sequence } from '../part.ts'
import { GrammarRefusal } from '../refusal.ts'
import { IN_JSON, PLAINLY } from '../text/spelling.ts'
import { compileLark } from './compile.ts'

/** A patch as agents write it: a text of lines, each with a sign of its own. */
const PATCH = `
start: begin hunk+ end
begin: "*** Begin Patch" LF
end: "*** End Patch" LF?

hunk: add_hunk | delete_hunk | update_hunk
add_hunk: "*** Add File: " filename LF add_line+
delete_hunk: "*** Delete File: " filename LF
update_hunk: "*** Update File: " filename LF move? change?

# a comment, and an alias
filename: /(.+)/
add_line: "+" /(.*)/ LF -> line
move: "*** Move to: " filename LF
change: (context | changed)+ eof?
context: ("@@" | "@@ " /(.+)/) LF
changed: ("+" | "-" | " ") /(.*)/ LF
eof: "*** End of File" LF

%import common.LF
`

/** Left recursion, and blanks between terminals. */
const ARITHMETIC = `
start: expr
expr: expr "+" term | expr "-" term -> minus
    | term
term: term "*" factor
    | factor
?factor: "(" expr ")" | NUMBER // the bottom
%import common (NUMBER, WS_INLINE)
%ignore WS_INLINE
`

describe('what a grammar fits', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'patches',
      PATCH,
      [
        '*** Begin Patch\n*** Delete File: a b\n*** End Patch',
        '*** Begin Patch\n*** Add File: a\n+\n+x "y" \\z\n*** End Patch\n',
        '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ f()\n x\n-y\n+é\n*** End of File\n*** End Patch\n',
      ],
      ['', '*** Begin Patch\n*** End Patch', '*** Begin Patch\n*** Add File: a\nx\n*** End Patch'],
    ],
    [
      'expressions',
      ARITHMETIC,
      ['1', '1+2*3', ' ( 1 + 2.5 )\t- 3', '((4))', '1-2-3'],
      ['', '1+', '1\n+2', '1 2', '()'],
    ],
    [
      'rules that lead back to themselves by way of others',
      'start: value\nvalue: call | NAME\ncall: value "(" value ")"\nNAME: /[a-z]/',
      ['a', 'a(b)', 'a(b)(c)', 'a(b(c))(d)'],
      ['', '(a)', 'a(', 'a()', 'ab'],
    ],
    ['alternatives that say nothing', 'start: start | "a" | start "b"', ['a', 'abb'], ['', 'b', 'ba']],
    ['counts', 'start: "a"~2 "b"~1..2 ["c"] "d"{2} "e"{1,} "f"{,2}', ['aabdde', 'aabbcddeeff'], ['abdde', 'aabddefff']],
    ['ranges and cases', 'start: "a".."c" "on"i /x[yz]/i', ['aOnXy', 'conxZ'], ['donxy', 'aonax']],
    ['capitals of other alphabets', 'start: "öß"i', ['Öß', 'öß'], ['oß']],
    [
      'terminals of terminals',
      'start: ID\nID: FIRST (FIRST | DIGIT)*\nFIRST: /[a-z_]/\n%import common.DIGIT',
      ['a1_'],
      ['1a'],
    ],
    ['another name of an import', 'start: N\n%import common.INT -> N', ['12'], ['', 'a']],
    ['dots and line ends', 'start: /a.b/ /c.d/s', ['a\rbc\nd'], ['a\nbc\nd']],
    ['escapes', String.raw`start: "\x41é\u65e5\"\\\n\t" /\/\n[\]]/`, ['Aé日"\\\n\t/\n]'], ['A']],
    ['rules that may be empty', 'start: a b\na: \n | "x"\nb: "y"?', ['', 'x', 'y', 'xy'], ['yx']],
    [
      'comments between',
      'start: "a" "b"\n%ignore /[ ]/\n%import common.C_COMMENT\n%ignore C_COMMENT',
      ['a /* * */ b', ' ab '],
      ['a/*b'],
    ],
    ['groups over lines', 'start: (\n  "a" // one\n  | "b"\n)+', ['ab', 'ba'], ['']],
    ['numbers', 'start: NUMBER\n%import common.NUMBER', ['1', '1.', '.5', '1e9', '2.5E-3'], ['.', 'e1', '-1']],
    [
      'strings',
      'start: ESCAPED_STRING\n%import common.ESCAPED_STRING',
      ['""', String.raw`"a\"b\\"`],
      ['"', '"a"b"', '"a\n"'],
    ],
  ])('%s', (_, source, fitting, other) => {
    const part = compileLark(source, PLAINLY)
    for (const text of fitting) expect([text, matches(part, text)]).toEqual([text, true])
    for (const text of other) expect([text, matches(part, text)]).toEqual([text, false])
    const written = readGbnf(toGbnf(part))
    for (const text of [...fitting, ...other]) expect(matches(written, text)).toBe(matches(part, text))
    // Inside a JSON string it is the same language, spelled as JSON has it.
    const quoted = sequence(literal('"'), compileLark(source, IN_JSON), literal('"'))
    for (const text of [...fitting, ...other]) {
      expect([text, matches(quoted, JSON.stringify(text))]).toEqual([text, matches(part, text)])
    }
  })

  it.each([PATCH, ARITHMETIC])('whatever is written in JSON fits once it is read', (source) => {
    const [plain, quoted] = [compileLark(source, PLAINLY), compileLark(source, IN_JSON)]
    for (let seed = 1; seed <= 30; seed++) {
      const text = JSON.parse(`"${derive(quoted, seededRandom(seed))}"`)
      // To llama.cpp, NUL is the end of a text; JSON can spell it.
      expect([text, matches(plain, text) || text.includes('\0')]).toEqual([text, true])
    }
  })
})

it.each([
  ['', 'has no rule named `start`'],
  ['start: other', "uses the rule `other`, which it doesn't define"],
  ['start: "a"\nunused: OTHER', "uses `OTHER`, which it doesn't define"],
  ['start: "a"\nstart: "b"', 'defines `start` twice'],
  ['start: A\nA: "a" A', 'has the terminal `A` contain itself'],
  ['start: A\nA: b\nb: "b"', 'has the rule `b` in a terminal or in `%ignore`'],
  ['start: "a', 'can\'t be read: in line 1, the end of the line is expected at "\\"a"'],
  ['\nstart "a"', "can't be read: in line 2, `:` is expected"],
  ['start: ("a"', "can't be read: in line 1, `)` is expected"],
  [String.raw`start: "\q"`, String.raw`can't be read: in line 1, an escape in "\\q" is unknown`],
  ['start: "ab".."c"', "can't be read: in line 1, a range needs two characters"],
  ['start: start "a"', 'fits no text'],
  ['start: "a"? start "b" | "c"', 'has the rule `start` begin with itself'],
  ['start: ("a"?)*', 'repeats what may be nothing without end'],
  ['start: /a.*?b/', 'has the regular expression "a.*?b", which has a lazy quantifier'],
  ['start: /(?=a)b/', 'has the regular expression "(?=a)b", which has an anchor or looks ahead'],
  ['start: /a$/', 'has the regular expression "a$", which has an anchor or looks ahead'],
  ['start: /(?<!a)b/', 'has the regular expression "(?<!a)b", which has a lookbehind'],
  ['start: /a/x', 'has a regular expression with the unknown flag `x`'],
  ['start: A\nA.2: "a"', 'has a priority in line 2, which is not supported'],
  ['start: a{"x"}\na{x}: x', 'has a template in line 1, which is not supported'],
  ['a{x}: x\nstart: "a"', 'has a template in line 1, which is not supported'],
  ['start[lazy]: "a"', 'has an attribute in line 1, which is not supported'],
  ['start: <|end|>', 'has a special token in line 1, which is not supported'],
  ['start: @other', 'has a reference to another grammar in line 1, which is not supported'],
  ['start: A\nA: /a/ & /b/', 'has an intersection in line 2, which is not supported'],
  ['start: A\nA: ~/a/', 'has a negation in line 2, which is not supported'],
  ['start: %json {}', 'has a nested grammar or schema in line 1, which is not supported'],
  ['start: "a"\n%declare B', 'has `%declare` in line 2, which is not supported'],
  ['start: "a"\n%import other.B', 'has an import from elsewhere than `common` in line 2, which is not supported'],
  ['start: "a"\n%import common.NOPE', 'imports `common.NOPE`, which is not known'],
  [`start: ${'('.repeat(200)}"a"${')'.repeat(200)}`, 'nests more than 100 groups'],
  [`start: "a"${' '.repeat(200_000)}`, 'is longer than 200000 characters'],
])('refuses %j', (source, words) => {
  const reading = () => compileLark(source, PLAINLY)
  expect(reading).toThrow(GrammarRefusal)
  expect(reading).toThrow(words)
})

describe('what is meant to cost more than it may', () => {
  const chain = (count: number, name: (index: number) => string, body: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `${name(index)}: ${body(index)}`).join('\n')
  const compiled = (source: string) => () => withinBudget(LIMITS.steps, () => compileLark(source, PLAINLY))

  it('a long chain of rules is none of it', () => {
    const rules = chain(
      1000,
      (index) => `r${index}`,
      (index) => (index === 999 ? '"x"' : `r${index + 1} "y"?`),
    )
    expect(matches(compiled(`start: r0\n${rules}`)(), 'xyy')).toBe(true)
  })

  it.each([
    [
      'rules without end',
      `start: r0\n${chain(
        20_000,
        (index) => `r${index}`,
        (index) => `r${index + 1}`,
      )}`,
      /./,
    ],
    [
      'terminals within terminals',
      `start: T0\n${chain(
        5000,
        (index) => `T${index}`,
        (index) => `T${index + 1}`,
      )}`,
      'nests more',
    ],
    [
      'terminals that double',
      `start: T0\n${chain(
        60,
        (index) => `T${index}`,
        (index) => (index === 59 ? '/x/' : `T${index + 1} T${index + 1}`),
      )}`,
      'repeats too much',
    ],
    [
      'rules that begin with each other in all ways',
      `start: r0\n${chain(
        12,
        (index) => `r${index}`,
        () => Array.from({ length: 12 }, (_, other) => `r${other} "a"`).join(' | '),
      )}`,
      'in too many ways',
    ],
    ['hashes', `start: "a" ${'#'.repeat(50_000)}\n(`, 'a rule or a terminal is expected'],
    ['counts', 'start: T\nT: (/a/~1000000)~1000000', 'repeats too much'],
  ])('%s', (_, source, words) => {
    expect(compiled(source)).toThrow(GrammarRefusal)
    expect(compiled(source)).toThrow(words)
  })
})

it('what is ignored comes to an end', () => {
  const part = compileLark('start: "a"\n%ignore " "', PLAINLY)
  expect([64, 65].map((blanks) => matches(part, `a${' '.repeat(blanks)}`))).toEqual([true, false])
})
