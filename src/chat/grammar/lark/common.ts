/**
 * The terminals of Lark's library `common`, as regular expressions that need no lookbehind and no lazy quantifiers.
 * https://lark-parser.readthedocs.io/en/stable/grammar.html, https://github.com/lark-parser/lark
 */
export const COMMON: Readonly<Record<string, string>> = {
  DIGIT: '[0-9]',
  HEXDIGIT: '[0-9a-fA-F]',
  INT: '[0-9]+',
  SIGNED_INT: '[+-]?[0-9]+',
  DECIMAL: String.raw`[0-9]+\.[0-9]*|\.[0-9]+`,
  _EXP: '[eE][+-]?[0-9]+',
  FLOAT: String.raw`[0-9]+[eE][+-]?[0-9]+|(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`,
  SIGNED_FLOAT: String.raw`[+-]?(?:[0-9]+[eE][+-]?[0-9]+|(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)`,
  NUMBER: String.raw`(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`,
  SIGNED_NUMBER: String.raw`[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`,
  ESCAPED_STRING: String.raw`"(?:[^"\\\n]|\\[^\n])*"`,
  LCASE_LETTER: '[a-z]',
  UCASE_LETTER: '[A-Z]',
  LETTER: '[A-Za-z]',
  WORD: '[A-Za-z]+',
  CNAME: '[_A-Za-z][_A-Za-z0-9]*',
  WS_INLINE: String.raw`[ \t]+`,
  WS: String.raw`[ \t\f\r\n]+`,
  CR: String.raw`\r`,
  LF: String.raw`\n`,
  NEWLINE: String.raw`(?:\r?\n)+`,
  SH_COMMENT: String.raw`#[^\n]*`,
  CPP_COMMENT: String.raw`//[^\n]*`,
  C_COMMENT: String.raw`/\*(?:[^*]|\*+[^*/])*\*+/`,
  SQL_COMMENT: String.raw`--[^\n]*`,
}
