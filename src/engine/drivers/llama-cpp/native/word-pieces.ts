/**
 * Characters of a word, or of the space between two, that llama.cpp is given at once. It may look for words with `std::regex`,
 * which takes some hundred bytes of the stack for each, and the stack is 8 MiB.
 */
export const LONGEST_WORD = 8192

const RUN = new RegExp(`(?:\\S{${LONGEST_WORD}}|\\s{${LONGEST_WORD}})`, 'g')

/** The text in parts, none of which has a longer word or space: ordinary text is one. */
export function wordPieces(text: string): readonly string[] {
  const pieces: string[] = []
  let begin = 0
  for (const { index, 0: run } of text.matchAll(RUN)) {
    let end = index + run.length
    // Not between the halves of a character.
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end--
    pieces.push(text.slice(begin, end))
    begin = end
  }
  return begin < text.length || pieces.length === 0 ? [...pieces, text.slice(begin)] : pieces
}
