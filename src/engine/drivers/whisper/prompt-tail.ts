/** Longer than a token is in writing: what is cut off is never of the tokens that count. */
const MOST_LETTERS = 16

/**
 * The end of a prompt, at a word's beginning if there is one: whisper.cpp heeds the last half of its text tokens at most
 * (`max_prompt_ctx` in `whisper_full_with_state`), but finds the words of all with `std::regex`, whose stack grows by the letter.
 * @param textTokens that the model has room for
 */
export function promptTail(prompt: string, textTokens: number): string {
  const most = Math.floor(textTokens / 2) * MOST_LETTERS
  if (prompt.length <= most) return prompt
  const tail = prompt.slice(-most)
  const space = tail.search(/\s/)
  return space < 0 ? tail : tail.slice(space)
}
