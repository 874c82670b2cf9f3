import { alternatives } from './factor.ts'
import { type GrammarPart, IMPOSSIBLE, NOTHING_MORE, sequence } from './part.ts'

/** Counts below this are written out, as llama.cpp does for `{m,n}`; larger ones are put together of blocks. */
const BLOCK = 32

/** See `repeat`. Any count has exactly one reading, so that few possibilities are followed at once. */
export function counted(part: GrammarPart, min: number, max: number | null): GrammarPart {
  if (max !== null && max < min) return IMPOSSIBLE
  if (max === 0 || part === NOTHING_MORE) return NOTHING_MORE
  if (part === IMPOSSIBLE) return min === 0 ? NOTHING_MORE : IMPOSSIBLE
  if (min === 1 && max === 1) return part
  if (min < BLOCK && (max === null || max < BLOCK)) return { kind: 'repeat', part, min, max }
  const blocks = blocksOf(part, max ?? min)
  const least = exactly(blocks, min)
  if (max === null) return sequence(least, { kind: 'repeat', part, min: 0, max: null })
  return sequence(least, atMost(blocks, max - min))
}

/** `blocks[i]` is the part BLOCK^i times. */
function blocksOf(part: GrammarPart, count: number): readonly GrammarPart[] {
  const blocks = [part]
  for (let size = BLOCK; size <= count; size *= BLOCK) {
    const smaller = blocks.at(-1) ?? part
    blocks.push({ kind: 'repeat', part: smaller, min: BLOCK, max: BLOCK })
  }
  return blocks
}

/** The count's digits to the base BLOCK, the largest first. */
function exactly(blocks: readonly GrammarPart[], count: number): GrammarPart {
  const digits = blocks.map((block, power) => {
    const digit = Math.floor(count / BLOCK ** power) % BLOCK
    return digit === 0 ? NOTHING_MORE : counted(block, digit, digit)
  })
  return sequence(...digits.toReversed())
}

/** Whole blocks as long as the count allows, and less than a block after them. */
function atMost(blocks: readonly GrammarPart[], count: number): GrammarPart {
  const [part = NOTHING_MORE] = blocks
  if (count < BLOCK) return counted(part, 0, count)
  const power = Math.floor(Math.log2(count) / Math.log2(BLOCK))
  const size = BLOCK ** power
  const block = blocks[power] ?? part
  const lessThanABlock = atMost(blocks, size - 1)
  let rest = atMost(blocks, count % size)
  for (let left = Math.floor(count / size); left > 0; left--) {
    rest = alternatives([sequence(block, rest), lessThanABlock])
  }
  return rest
}
