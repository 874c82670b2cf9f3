import { Lexer, type Token } from 'marked'

/** A piece of Markdown that is laid out by itself. */
export type Block =
  | { readonly kind: 'text'; readonly start: number; readonly token: Token }
  | { readonly kind: 'code'; readonly start: number; readonly language: string; readonly code: string }

/** A text that grows, and its blocks. Those that can't change any more are the same objects every time. */
export interface Blocks {
  readonly text: string
  readonly blocks: readonly Block[]
  /** So many of them can't change any more, and end here. */
  readonly settled: number
  readonly settledEnd: number
}

export const NO_BLOCKS: Blocks = { text: '', blocks: [], settled: 0, settledEnd: 0 }

/**
 * The blocks of a text, read anew from where the one before it had settled: what comes later only ever changes the
 * last block. A link that is defined elsewhere than in its block stays text therefore.
 */
export function grown(before: Blocks, written: string): Blocks {
  const text = written.replace(/\r\n?/g, '\n')
  if (text === before.text) return before
  const base = text.startsWith(before.text.slice(0, before.settledEnd)) ? before : NO_BLOCKS
  const blocks = base.blocks.slice(0, base.settled)
  let [settled, settledEnd, start] = [base.settled, base.settledEnd, base.settledEnd]
  for (const token of new Lexer().lex(text.slice(start))) {
    if (token.type !== 'space') {
      settled = blocks.length
      settledEnd = start
      blocks.push(blockOf(token, start))
    }
    start += token.raw.length
  }
  return { text, blocks, settled, settledEnd }
}

function blockOf(token: Token, start: number): Block {
  if (token.type !== 'code') return { kind: 'text', start, token }
  return { kind: 'code', start, language: (token.lang ?? '').split(/\s/, 1)[0] ?? '', code: token.text }
}
